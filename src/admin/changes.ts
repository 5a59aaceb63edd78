import { messages } from '#shared/messages.ts';
import type { Failure, Reply } from '../api/client.ts';
import { revalidate, revalidateExcept } from '../api/query.ts';
import { restoreTrash, type Deleted } from '../api/trash.ts';
import {
  moveWithToast,
  toastError,
  toastInfo,
  toastOffer,
  toastSuccess,
  type KeptUndo,
  type ToastAction,
} from '../stores/toasts.ts';
import { settleAll } from '../ui/unsaved.ts';
import type { TableList } from './listing/table-list.ts';

interface Texts {
  /** Omitted if the screen itself shows the success. */
  readonly done?: string;
  readonly failed: string | ((failure: Failure) => string);
  /** Identifies the change if `done` does not distinguish it from other changes of these paths. */
  readonly about?: string;
}

/** Shows the outcome of a change, and reloads everything under these paths. */
export async function change<Body extends object>(
  request: Promise<Reply<Body>>,
  paths: readonly string[],
  { done, failed, about = `${paths.join()} ${done ?? ''}` }: Texts,
): Promise<Reply<Body>> {
  const reply = await request;
  if (!reply.ok) showFailure(reply, paths, failed, about);
  else {
    if (done) toastSuccess(done, undefined, about);
    revalidate(...paths);
  }
  return reply;
}

function showFailure(
  failure: Failure,
  paths: readonly string[],
  failed: Texts['failed'],
  about: string,
): void {
  toastError(typeof failed === 'string' ? failed : failed(failure), undefined, about);
  // The shown data is out of date.
  if (failure.status === 404 || failure.status === 409) revalidate(...paths);
}

const notFound: Failure = { ok: false, status: 404, code: 'not_found', message: '', issues: [] };

interface Removal<Body> {
  readonly ids: readonly string[];
  /** The table that showed them, if any. */
  readonly list?: Pick<TableList<unknown>, 'remove'>;
  readonly paths: readonly string[];
  readonly failed: Texts['failed'];
  /**
   * `offer` names the record if the contract has no success message: the toast then only offers to restore it. Null: nothing
   * was deleted.
   */
  readonly done: (reply: Body) => string | { readonly offer: string } | null;
}

/** Deletes rows of a list and offers to restore them. Resolves with whether they were deleted. */
export async function remove<Body extends { readonly message: string; readonly undo?: string[] }>(
  request: Promise<Reply<Body>>,
  { ids, list, paths, failed, done }: Removal<Body>,
): Promise<boolean> {
  const reply = await request;
  const text = reply.ok ? done(reply) : null;
  const about = `${paths.join()} removal`;
  if (!reply.ok || text === null) {
    showFailure(reply.ok ? notFound : reply, paths, failed, about);
    return false;
  }
  const undo = undoOf(reply.undo ?? []);
  if (typeof text === 'string') toastSuccess(text, undo, about);
  else if (undo) toastOffer({ ...undo, label: messages.trash.restore(text.offer) });
  list?.remove(ids);
  revalidateExcept(ids, paths);
  return true;
}

/** Deletes the record of a screen and navigates to `address`, where the toast offers to restore it. */
export async function removeAndLeave(
  request: Promise<Reply<Deleted>>,
  address: string,
  { done = '', failed, label = messages.trash.undo }: Texts & { readonly label?: string },
): Promise<boolean> {
  const reply = await request;
  if (!reply.ok) {
    showFailure(reply, ['/trash'], failed, 'removal');
    return false;
  }
  // What was edited is gone with the record.
  settleAll();
  moveWithToast(address, done ? 'success' : 'info', done, { ids: reply.undo, label });
  return true;
}

const restoring = 'restoring';

/** Restores deleted records and reloads everything that is shown. */
export async function restore(ids: readonly string[]): Promise<void> {
  const reply = await change(restoreTrash(ids), [], {
    failed: ({ status, message }) => (status === 409 ? message : messages.trash.restoreFailed),
    about: restoring,
  });
  if (!reply.ok) return;
  if (reply.missing.length > 0) toastInfo(reply.message);
  else toastSuccess(messages.trash.restored(reply.count), undefined, restoring);
}

const undoOf = (ids: readonly string[]): ToastAction | undefined =>
  ids.length === 0 ? undefined : { label: messages.trash.undo, run: () => restore(ids) };

/** For records that were deleted on the previous page. */
export const undoKept = ({ ids, label }: KeptUndo): ToastAction => ({
  label,
  run: () => restore(ids),
});
