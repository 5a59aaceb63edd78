import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { contactInput } from '#shared/schemas/contact.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

export const submitContact = (body: z.input<typeof contactInput>) =>
  call<z.infer<typeof messageReply>>('/contact/submit', sentence, { method: 'POST', body });
