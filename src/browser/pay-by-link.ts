import { payLinkedOrder, settleLinkedOrder } from '../api/linked-orders.ts';

/** Starts the payment of a linked order, and settles it when the provider redirects back. Each button names its way to pay. */
export function startPaying(buttons: readonly HTMLButtonElement[], said: HTMLElement): void {
  const token = location.pathname.split('/').at(-1) ?? '';
  const reference = new URLSearchParams(location.search).get('reference');
  const setBusy = (pressed: HTMLButtonElement | null) => {
    for (const it of buttons) it.ariaBusy = it === pressed ? 'true' : null;
  };

  for (const button of buttons) {
    button.addEventListener('click', () => {
      if (buttons.some((it) => it.ariaBusy === 'true')) return;
      setBusy(button);
      void payLinkedOrder(token, button.dataset['pay'] || undefined).then((reply) => {
        if (reply.ok) return location.assign(reply.paymentInfo.data.authorization_url);
        setBusy(null);
        said.textContent = reply.message;
      });
    });
  }
  // Restored from the back/forward cache, the button is still busy.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setBusy(null);
  });
  if (!reference) return;
  said.textContent = 'Checking your payment …';
  void settleLinkedOrder(token, reference).then((reply) => {
    if (reply.ok && reply.outcome !== 'failed') return location.replace(location.pathname);
    history.replaceState(null, '', location.pathname);
    said.textContent = reply.ok ? 'This payment did not go through.' : reply.message;
  });
}
