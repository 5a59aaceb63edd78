import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { Demo, Opening } from '#shared/schemas/opening.ts';
import { post, put, read } from './admin-call.ts';
import { sentence } from './shape.ts';

/** Whether the shop is open, and what is set up. */
export const opening = () =>
  read<Opening>('/opening', { open: 'boolean', waiting: 'number', steps: 'array' });

export const openShop = (open: boolean) =>
  put<z.infer<typeof messageReply>>('/opening', sentence, { open });

export const removeDemo = ({ orders }: Pick<Demo, 'orders'>) =>
  post<z.infer<typeof messageReply>>('/opening/remove-demo', sentence, { orders });
