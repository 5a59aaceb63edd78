import { shopMessages } from '#shared/shop-messages.ts';
import type { ShopDetailsUpdate } from '#shared/schemas/shop.ts';
import * as api from '../../../api/admin-shop.ts';
import { write } from '../../../api/query.ts';
import { change } from '../../changes.ts';
import { $savedName } from '../../shop-name.ts';

const { saved, failed } = shopMessages;

export async function saveShop(changes: ShopDetailsUpdate) {
  const reply = await change(api.saveShop(changes), ['/settings', '/taxes'], {
    ...{ done: saved, failed },
  });
  if (reply.ok) {
    write(api.shop(), reply.shop);
    $savedName.set(reply.shop.name);
  }
  return reply;
}
