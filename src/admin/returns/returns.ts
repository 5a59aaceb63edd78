import type { ReturnUpdate } from '#shared/schemas/returns.ts';
import * as api from '../../api/admin-returns.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { change } from '../changes.ts';

const about = 'return';

export async function changeReturn(id: string, body: ReturnUpdate) {
  const reply = await change(api.changeReturn(id, body), ['/orders', '/stock'], {
    failed: ({ message }) => message,
    about,
  });
  if (reply.ok) toastSuccess(reply.message, undefined, about);
  return reply;
}
