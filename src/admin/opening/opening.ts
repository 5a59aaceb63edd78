import { openingMessages } from '#shared/opening-messages.ts';
import type { Demo } from '#shared/schemas/opening.ts';
import * as api from '../../api/admin-opening.ts';
import { query } from '../../api/query.ts';
import { ask } from '../../ui/question.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { change } from '../changes.ts';

export const own = api.opening();
export const $opening = query(own);

const { close, failed, removeDemo: about, demoFailed } = openingMessages;

/** Opens the shop, or closes it when that is confirmed. */
export async function openShop(open: boolean): Promise<void> {
  if (!open && !(await ask(close))) return;
  const reply = await change(api.openShop(open), ['/opening', '/settings'], { failed });
  if (reply.ok) toastSuccess(reply.message);
}

/** Removes the demo when that is confirmed. */
export async function removeDemo(demo: Demo): Promise<void> {
  if (!(await ask(about(demo)))) return;
  // Nearly everything that was loaded is gone.
  const reply = await change(api.removeDemo(demo), ['/'], { failed: demoFailed });
  if (reply.ok) toastSuccess(reply.message);
}
