import { messages } from '#shared/messages.ts';
import { restoreTrash } from '../../api/trash.ts';
import { toastError, toastSuccess, type ToastAction } from '../../stores/toasts.ts';

/** Brings deleted records back; `after` shows them again. Answers whether they are back. */
export async function restore(
  ids: readonly string[],
  after: () => Promise<void> | void,
): Promise<boolean> {
  const reply = await restoreTrash(ids);
  if (reply.ok) {
    toastSuccess(messages.trash.restored(reply.count));
    await after();
  } else toastError(messages.trash.restoreFailed);
  return reply.ok;
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
