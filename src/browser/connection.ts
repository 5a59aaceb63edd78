import { connectionMessages } from '#shared/first-messages.ts';

/** Shows a notice while the browser is offline. */
export function watchConnection(line: HTMLElement): void {
  const tell = (): void => {
    line.textContent = navigator.onLine ? '' : connectionMessages.offline;
  };
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
}
