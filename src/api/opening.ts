import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { openingRequestInput } from '#shared/schemas/opening.ts';
import { call } from './client.ts';
import { sentence } from './shape.ts';

export const requestOpening = (body: z.input<typeof openingRequestInput>) =>
  call<z.infer<typeof messageReply>>('/opening/requests', sentence, { method: 'POST', body });
