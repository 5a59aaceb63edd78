import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { sharedReply, wishesAddedReply, wishListReply } from '#shared/schemas/wish-lists.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

const list = '/users/wish-list';

export type WishList = z.infer<typeof wishListReply>;

export const fetchWishList = () => call<WishList>(list, { products: 'array' }, { as: 'user' });

/** Sent even if the page unloads. */
export const addWishes = (products: readonly string[]) =>
  call<z.infer<typeof wishesAddedReply>>(
    list,
    { added: 'array', left: 'array' },
    { method: 'POST', body: { products }, as: 'user', keepalive: true },
  );

export const removeWish = (id: string) =>
  call<z.infer<typeof messageReply>>(`${list}/${id}`, sentence, {
    ...{ method: 'DELETE', as: 'user', keepalive: true },
  });

export const shareList = (withName: boolean) =>
  call<z.infer<typeof sharedReply>>(
    `${list}/link`,
    { link: 'object' },
    { method: 'PUT', body: { withName }, as: 'user' },
  );

export const unshareList = () =>
  call<z.infer<typeof messageReply>>(`${list}/link`, sentence, { method: 'DELETE', as: 'user' });
