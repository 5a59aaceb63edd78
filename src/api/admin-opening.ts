import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { Opening } from '#shared/schemas/opening.ts';
import { put, read, remove } from './admin-call.ts';
import { sentence } from './shape.ts';

/** Whether the shop is open, and what is set up. */
export const opening = () =>
  read<Opening>('/opening', { open: 'boolean', waiting: 'number', steps: 'array' });

export const openShop = (open: boolean) =>
  put<z.infer<typeof messageReply>>('/opening', sentence, { open });

export const removeDemo = () => remove<z.infer<typeof messageReply>>('/opening/demo', sentence);
