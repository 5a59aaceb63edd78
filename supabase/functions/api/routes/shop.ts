import { readShop } from '../../_shared/queries/shop.ts';
import { shopDetailsUpdate, shopReply, shopSavedReply } from '../../_shared/schemas/shop.ts';
import { shopMessages } from '../../_shared/shop-messages.ts';
import { call, type Call } from '../call.ts';
import { saveShop } from '../queries/shop.ts';

export const shop: Call[] = [
  call(
    {
      method: 'GET',
      path: '/shop/details',
      summary: 'Who the shop is: its name, legal entity, address and ways to reach it',
      access: 'anyone',
      tags: ['shop_settings'],
      reply: shopReply,
    },
    ({ db }) => readShop(db),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/details',
      summary:
        'Change who the shop is, as pages, emails and new invoices show it; omitted fields stay',
      access: 'admin',
      body: shopDetailsUpdate,
      reply: shopSavedReply,
    },
    async ({ db, body }) => {
      await saveShop(db, body);
      return { message: shopMessages.saved, shop: await readShop(db) };
    },
  ),
];
