import { createElement, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import { dismissToast, type Toast } from '../stores/toasts.ts';
import style from '../styles/toastify.css?inline';

// No JSX in this file: the development server supports it only on pages with islands.
const button = (props: ComponentProps<'button'>) =>
  createElement('button', { type: 'button', ...props });

/** Everything outside an open dialog is inert, so the region is always in the newest one. */
function followDialogs(region: HTMLElement): void {
  let open: readonly Element[] = [];
  const move = (): void => {
    const now = [...document.querySelectorAll('dialog:modal')];
    open = [...open.filter((it) => now.includes(it)), ...now.filter((it) => !open.includes(it))];
    const home = open.at(-1) ?? document.body;
    if (region.parentNode === home) return;
    home.append(region);
    region.showPopover();
  };
  move();
  const changes = { attributeFilter: ['open'], childList: true, subtree: true };
  new MutationObserver(move).observe(document.body, changes);
}

/** Adds react-toastify's container to the live region. The region announces, so a toast is no alert of its own. */
function mount(region: HTMLElement): HTMLElement {
  const host = document.createElement('div');
  region.append(host);
  followDialogs(region);
  // The content security policy forbids style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  createRoot(host).render(
    createElement(ToastContainer, {
      'aria-label': 'Notices, Alt+T',
      position: 'bottom-right',
      role: 'group',
      toastClassName: 'toast',
      transition: false,
      hideProgressBar: true,
      closeButton: ({ closeToast }) =>
        button({
          className: 'toast__close',
          'aria-label': 'Dismiss',
          children: '×',
          onClick: () => closeToast(true),
        }),
    }),
  );
  // The library pauses toasts on hover, but not on focus.
  host.addEventListener('focusin', () => toast.pause());
  host.addEventListener('focusout', () => toast.play());
  return host;
}

let host: HTMLElement | undefined;

export function showToast(region: HTMLElement, { id, kind, message, time, action }: Toast): void {
  host ??= mount(region);
  toast(
    ({ closeToast }) => [
      message && createElement('p', { key: 'message' }, message),
      action &&
        button({
          key: 'action',
          className: 'toast__action',
          children: action.label,
          onClick: () => {
            closeToast(true);
            void action.run();
          },
        }),
    ],
    {
      toastId: `toast-${id}`,
      type: kind,
      autoClose: time,
      ariaLabel: message || (action?.label ?? ''),
      onClose: (byHand) => {
        dismissToast(id);
        // The focus disappears with this toast, without an event for the others.
        if (byHand) toast.play();
      },
    },
  );
}

/** No-op if it is already gone. */
export const hideToast = (id: number): void => toast.dismiss(`toast-${id}`);
