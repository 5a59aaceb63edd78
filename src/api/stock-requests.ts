import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { StockRequestInput } from '#shared/schemas/stock.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

export const requestStock = (productId: string, body: StockRequestInput) =>
  call<z.infer<typeof messageReply>>(`/products/${productId}/stock-requests`, sentence, {
    method: 'POST',
    body,
  });
