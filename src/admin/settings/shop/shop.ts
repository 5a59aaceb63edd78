import { shopMessages } from '#shared/shop-messages.ts';
import type { LogoScheme, ShopDetailsUpdate } from '#shared/schemas/shop.ts';
import * as api from '../../../api/admin-shop.ts';
import { write } from '../../../api/query.ts';
import { change } from '../../changes.ts';
import { fitPicture } from '../../forms/picture-files.ts';
import { $savedName } from '../../shop-name.ts';
import { drawSvg } from './draw-svg.ts';

const { saved, logoSaved, logoRemoved, failed } = shopMessages;

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

/** Returns what is wrong with the picture; empty if it was saved. */
export async function saveLogo(scheme: LogoScheme, file: File): Promise<string> {
  const form = new FormData();
  form.set('scheme', scheme);
  form.set('image', await fitPicture(await drawSvg(file)));
  const reply = await change(api.saveLogo(form), [], { done: logoSaved, failed });
  if (!reply.ok) return reply.issues[0]?.message ?? '';
  write(api.shop(), reply.shop);
  return '';
}

export async function removeLogo(scheme: LogoScheme): Promise<void> {
  const reply = await change(api.removeLogo(scheme), [], { done: logoRemoved, failed });
  if (reply.ok) write(api.shop(), reply.shop);
}
