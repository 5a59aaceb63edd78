/** Says so while the browser has no connection: what is shown may be old, and nothing can be sent. */
export function watchConnection(line: HTMLElement): void {
  const tell = (): void => {
    line.textContent = navigator.onLine
      ? ''
      : 'You are offline. What you see may be out of date, and nothing can be sent.';
  };
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
}
