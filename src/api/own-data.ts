import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { OwnData } from '#shared/schemas/own-data.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

export const fetchOwnData = () =>
  call<OwnData>(
    '/users/profile/data',
    {
      exportedAt: 'string',
      user: 'object',
      orders: 'array',
      importedOrders: 'array',
      cart: 'object',
      reviews: 'array',
      stockRequests: 'array',
      drafts: 'array',
      addresses: 'array',
      wishList: 'object',
      notes: 'array',
      customFields: 'array',
    },
    { as: 'user' },
  );

export const deleteAccount = (password: string) =>
  call<z.infer<typeof messageReply>>('/users/profile', sentence, {
    method: 'DELETE',
    body: { password },
    as: 'user',
  });
