/** Keeps the cart of all tabs in sync: a tab that changes it notifies the others, which reload it. */
let channel: BroadcastChannel | null = null;

export function tellOtherTabs(): void {
  channel?.postMessage('changed');
}

/** Calls back when another tab changes the cart, and when this page is restored from the back/forward cache. */
export function whenChangedElsewhere(callback: () => void): void {
  const enter = (): void => {
    channel = new BroadcastChannel('hemline-cart');
    channel.addEventListener('message', callback);
  };
  enter();
  addEventListener('pagehide', () => {
    // Messages must not wake a page in the back/forward cache.
    channel?.close();
    channel = null;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    enter();
    callback();
  });
}
