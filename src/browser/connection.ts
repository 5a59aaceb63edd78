import { connectionMessages } from '#shared/first-messages.ts';

/** Says so while the browser has no connection: what is shown may be old, and nothing can be sent. */
export function watchConnection(line: HTMLElement): void {
  const tell = (): void => {
    line.textContent = navigator.onLine ? '' : connectionMessages.offline;
  };
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
}
