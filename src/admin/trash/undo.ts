import { messages } from '#shared/messages.ts';
import { restoreTrash } from '../../api/trash.ts';
import {
  toastError,
  toastOffer,
  toastSuccess,
  type KeptUndo,
  type ToastAction,
} from '../../stores/toasts.ts';
import { reloadTables } from '../listing/address-state.ts';

/** Brings deleted records back; `after` shows them again. Answers whether they are back. */
export async function restore(
  ids: readonly string[],
  after: () => Promise<void> | void,
): Promise<boolean> {
  const reply = await restoreTrash(ids);
  if (reply.ok) {
    toastSuccess(messages.trash.restored(reply.count));
    await after();
  } else toastError(reply.status === 409 ? reply.message : messages.trash.restoreFailed);
  return reply.ok;
}

/** What the button says under which something comes back. */
export const bringBack = (what: string): string => `Bring ${what} back`;

/** For what was deleted on the page before: the list of this one is loaded again. */
export function undoKept({ ids, label }: KeptUndo): ToastAction {
  return { label, run: async () => void (await restore(ids, reloadTables)) };
}

/** Where the contract has no word for a deletion: the row is gone, and only the way back is offered. */
export function offerBack(
  what: string,
  ids: readonly string[],
  after: () => Promise<void> | void,
): void {
  const undo = undoAction(ids, after);
  if (undo) toastOffer({ ...undo, label: bringBack(what) });
}

/** The button in the toast that says what was deleted. */
export function undoAction(
  ids: readonly string[],
  after: () => Promise<void> | void,
): ToastAction | undefined {
  if (ids.length === 0) return undefined;
  return {
    label: 'Undo',
    run: async () => {
      await restore(ids, after);
    },
  };
}
