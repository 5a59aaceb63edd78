/** The tabs of one browser show one cart: the tab that changed it tells the others, and they ask the server. */
let channel: BroadcastChannel | null = null;

export function tellOtherTabs(): void {
  channel?.postMessage('changed');
}

/** Calls back once another tab changed the cart, and when this page comes back from where the back button keeps pages. */
export function whenChangedElsewhere(callback: () => void): void {
  const enter = (): void => {
    channel = new BroadcastChannel('hemline-cart');
    channel.addEventListener('message', callback);
  };
  enter();
  addEventListener('pagehide', () => {
    // A kept page must not be woken by messages.
    channel?.close();
    channel = null;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    enter();
    callback();
  });
}
