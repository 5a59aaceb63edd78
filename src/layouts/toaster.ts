import {
  $toasts,
  dismissToast,
  showKeptToast,
  type KeptUndo,
  type Toast,
  type ToastAction,
} from '../stores/toasts.ts';

/**
 * Draws the toasts into the page's one live region. Plain DOM: a page without islands need not load React to say
 * that a garment is in the cart. A toast that is hovered or has the focus stays until it is left.
 */
export function startToaster(
  region: HTMLElement,
  toAction?: (undo: KeptUndo) => ToastAction,
): void {
  const drawn = new Map<number, HTMLElement>();
  region.popover = 'manual';
  region.showPopover();
  $toasts.subscribe((toasts) => {
    for (const [id, element] of drawn) {
      if (toasts.some((it) => it.id === id)) continue;
      element.remove();
      drawn.delete(id);
    }
    for (const toast of toasts) {
      if (drawn.has(toast.id)) continue;
      const element = draw(toast);
      drawn.set(toast.id, element);
      raise(region);
      region.append(element);
    }
  });
  showKeptToast(toAction);
}

/** An open dialog lies over all that was there before it; the toasts go on top again. */
function raise(region: HTMLElement): void {
  if (!document.querySelector('dialog:modal')) return;
  region.hidePopover();
  region.showPopover();
}

function actionOf({ id, action }: Toast): HTMLElement[] {
  if (!action) return [];
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toast__action';
  button.textContent = action.label;
  button.addEventListener('click', () => {
    dismissToast(id);
    void action.run();
  });
  return [button];
}

function wordsOf({ message }: Toast): HTMLElement[] {
  if (!message) return [];
  const text = document.createElement('p');
  text.textContent = message;
  return [text];
}

function draw(toast: Toast): HTMLElement {
  const element = document.createElement('div');
  element.className = `toast toast--${toast.kind}`;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.setAttribute('aria-label', 'Dismiss');
  close.addEventListener('click', () => dismissToast(toast.id));
  element.append(...wordsOf(toast), ...actionOf(toast), close);

  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => dismissToast(toast.id), toast.time);
  };
  const stay = () => clearTimeout(timer);
  element.addEventListener('pointerenter', stay);
  element.addEventListener('pointerleave', wait);
  element.addEventListener('focusin', stay);
  element.addEventListener('focusout', wait);
  wait();
  return element;
}
