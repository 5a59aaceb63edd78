import { messageReply } from '../../_shared/schemas/common.ts';
import {
  shareInput,
  sharedReply,
  sharedWishListQuery,
  sharedWishListReply,
  wishesAddedReply,
  wishesInput,
  wishListReply,
} from '../../_shared/schemas/wish-lists.ts';
import { wishListMessages } from '../../_shared/wish-list-messages.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/wish-lists.ts';

export const wishLists: Call[] = [
  call(
    {
      method: 'GET',
      path: '/users/wish-list',
      summary: 'Ids of the products on the wish list of the signed-in customer, and its link',
      access: 'customer',
      reply: wishListReply,
    },
    async ({ db }) => {
      const [products, link] = await Promise.all([queries.listWishes(db), queries.readLink(db)]);
      return { products, link };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/users/wish-list',
      summary:
        'Add products to the wish list, which holds at most 500; products that do not exist are ignored',
      access: 'customer',
      guardedInSql: true,
      body: wishesInput,
      reply: wishesAddedReply,
    },
    ({ db, body }) => queries.addWishes(db, body.products),
  ),
  call(
    {
      method: 'PUT',
      path: '/users/wish-list/link',
      summary: 'Share the wish list by a link, with or without the first name',
      access: 'customer',
      guardedInSql: true,
      body: shareInput,
      reply: sharedReply,
    },
    async ({ db, body: { withName } }) => ({
      link: { token: await queries.shareList(db, withName), withName },
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/users/wish-list/link',
      summary: 'Stop sharing the wish list: its link ends, and sharing again creates another one',
      access: 'customer',
      reply: messageReply,
    },
    async ({ db }) => {
      await queries.unshareList(db);
      return { message: wishListMessages.unshared };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/users/wish-list/:id',
      summary: 'Remove a product from the wish list',
      access: 'customer',
      reply: messageReply,
    },
    async ({ db, id }) => {
      await queries.removeWish(db, id());
      return { message: wishListMessages.removed };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/wish-lists/:token',
      summary:
        'A page of a shared wish list, without anything of its customer but the first name, if shown',
      access: 'anyone',
      query: sharedWishListQuery,
      reply: sharedWishListReply,
    },
    ({ db, imageUrl, query, id }) => queries.readSharedList(db, imageUrl, id('token'), query),
  ),
];
