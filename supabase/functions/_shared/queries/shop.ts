import type { Shop } from '../schemas/shop.ts';
import type { Db } from './database.ts';
import { toShop } from './shop-rows.ts';

/** Who the shop is; its logos are paths in the bucket. */
export const readShop = async (db: Db): Promise<Shop> => toShop(await db.call('shop_details'));
