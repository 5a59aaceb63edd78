import { atom } from 'nanostores';
import { toastTimes } from '#shared/first-messages.ts';

export type ToastKind = 'success' | 'error' | 'info';

/** The action of a toast, such as undo. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => Promise<void> | void;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  /** '' if it only has an action. */
  readonly message: string;
  /** Duration in milliseconds. */
  readonly time: number;
  readonly action?: ToastAction | undefined;
  /** An internal key of the action that succeeded or failed; '' if not needed. */
  readonly about: string;
}

/** The current toasts of the live region, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let last = 0;

function show(toast: Omit<Toast, 'id'>): void {
  last += 1;
  const { kind, about } = toast;
  // Removes the error toasts of this action, but no others.
  const isOutdated = (it: Toast) =>
    it.kind === 'error' && (it.about === about || it.about === '' || about === '');
  const others = $toasts.get().filter((it) => kind !== 'success' || !isOutdated(it));
  $toasts.set([...others, { id: last, ...toast }]);
}

/** A toast with an action is shown as long as an error, because it must be read and reached. */
export const toastSuccess = (message: string, action?: ToastAction, about = ''): void =>
  show({
    kind: 'success',
    message,
    time: action ? toastTimes.error : toastTimes.success,
    action,
    about,
  });

/** Shows a toast with only an action, for a visible change. */
export const toastOffer = (action: ToastAction): void =>
  show({ kind: 'info', message: '', time: toastTimes.error, action, about: '' });

/** A later success of the same action removes it. */
export const toastError = (message: string, time: number = toastTimes.error, about = ''): void =>
  show({ kind: 'error', message, time, about });

export const toastInfo = (message: string): void =>
  show({ kind: 'info', message, time: toastTimes.success, about: '' });

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((it) => it.id !== id));
}

const keepKey = 'hemline:toast';

/** What was deleted on the previous page, and the label of the restore button. */
export interface KeptUndo {
  readonly ids: readonly string[];
  readonly label: string;
}

interface KeptToast {
  readonly kind: ToastKind;
  readonly message: string;
  readonly undo?: KeptUndo | undefined;
}

/** Navigates to another page and shows the toast there. */
export function moveWithToast(
  address: string,
  kind: ToastKind,
  message: string,
  undo?: KeptUndo,
): void {
  sessionStorage.setItem(keepKey, JSON.stringify({ kind, message, undo } satisfies KeptToast));
  location.assign(address);
}

/** Shows the toast of the previous page; `toAction` creates its undo action. */
export function showKeptToast(toAction?: (undo: KeptUndo) => ToastAction): void {
  const kept = sessionStorage.getItem(keepKey);
  if (!kept) return;
  sessionStorage.removeItem(keepKey);
  const { kind, message, undo } = JSON.parse(kept) as KeptToast;
  const action = undo && toAction?.(undo);
  const long = kind === 'error' || action;
  const time = long ? toastTimes.error : toastTimes.success;
  show({ kind, message, time, action, about: '' });
}
