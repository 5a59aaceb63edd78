import { atom } from 'nanostores';
import { toastTimes } from '#shared/first-messages.ts';

export type ToastKind = 'success' | 'error' | 'info';

/** What a toast offers to do about its news, for instance to undo it. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => Promise<void> | void;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  /** '' where it only offers something to do. */
  readonly message: string;
  /** How long it stands, in milliseconds. */
  readonly time: number;
  readonly action?: ToastAction | undefined;
  /** What was done or failed, for nobody to read; '' where that is not told apart. */
  readonly about: string;
}

/** What the live region of the page shows now, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let last = 0;

function show(toast: Omit<Toast, 'id'>): void {
  last += 1;
  const { kind, about } = toast;
  // What failed has been mended by now; what failed besides has not.
  const isMended = (it: Toast) =>
    it.kind === 'error' && (it.about === about || it.about === '' || about === '');
  const others = $toasts.get().filter((it) => kind !== 'success' || !isMended(it));
  $toasts.set([...others, { id: last, ...toast }]);
}

/** One that offers something to do stands as long as an error, since it must be read and reached. */
export const toastSuccess = (message: string, action?: ToastAction, about = ''): void =>
  show({
    kind: 'success',
    message,
    time: action ? toastTimes.error : toastTimes.success,
    action,
    about,
  });

/** Offers something to do about what is plain to see, without a word of news. */
export const toastOffer = (action: ToastAction): void =>
  show({ kind: 'info', message: '', time: toastTimes.error, action, about: '' });

/** A later success about the same takes it away. */
export const toastError = (message: string, time: number = toastTimes.error, about = ''): void =>
  show({ kind: 'error', message, time, about });

export const toastInfo = (message: string): void =>
  show({ kind: 'info', message, time: toastTimes.success, about: '' });

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((it) => it.id !== id));
}

const keepKey = 'hemline:toast';

/** What was deleted on the page that is left, and what the button that brings it back says. */
export interface KeptUndo {
  readonly ids: readonly string[];
  readonly label: string;
}

interface KeptToast {
  readonly kind: ToastKind;
  readonly message: string;
  readonly undo?: KeptUndo | undefined;
}

/** Goes to another page of the site and shows the toast there: here it would leave with the page. */
export function moveWithToast(
  address: string,
  kind: ToastKind,
  message: string,
  undo?: KeptUndo,
): void {
  sessionStorage.setItem(keepKey, JSON.stringify({ kind, message, undo } satisfies KeptToast));
  location.assign(address);
}

/** Shows what the page before left to be shown; `toAction` knows how to undo. */
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
