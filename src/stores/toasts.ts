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
}

/** What the live region of the page shows now, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let last = 0;

function show(kind: ToastKind, message: string, time: number, action?: ToastAction): void {
  last += 1;
  // What failed has been mended by now.
  const others = $toasts.get().filter((it) => kind !== 'success' || it.kind !== 'error');
  $toasts.set([...others, { id: last, kind, message, time, action }]);
}

/** One that offers something to do stands as long as an error, since it must be read and reached. */
export const toastSuccess = (message: string, action?: ToastAction): void =>
  show('success', message, action ? toastTimes.error : toastTimes.success, action);

/** Offers something to do about what is plain to see, without a word of news. */
export const toastOffer = (action: ToastAction): void => show('info', '', toastTimes.error, action);

export const toastError = (message: string, time: number = toastTimes.error): void =>
  show('error', message, time);

export const toastInfo = (message: string): void => show('info', message, toastTimes.success);

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
  show(kind, message, long ? toastTimes.error : toastTimes.success, action);
}
