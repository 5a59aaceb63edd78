import { payLinkedOrder, settleLinkedOrder } from '../api/linked-orders.ts';

/** Starts the payment of a linked order, and settles it when the provider redirects back. */
export function startPaying(button: HTMLButtonElement, said: HTMLElement): void {
  const token = location.pathname.split('/').at(-1) ?? '';
  const reference = new URLSearchParams(location.search).get('reference');

  button.addEventListener('click', () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    void payLinkedOrder(token).then((reply) => {
      if (reply.ok) return location.assign(reply.paymentInfo.data.authorization_url);
      button.ariaBusy = null;
      said.textContent = reply.message;
    });
  });
  // Restored from the back/forward cache, the button is still busy.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) button.ariaBusy = null;
  });
  if (!reference) return;
  said.textContent = 'Checking your payment …';
  void settleLinkedOrder(token, reference).then((reply) => {
    if (reply.ok && reply.outcome !== 'failed') return location.replace(location.pathname);
    history.replaceState(null, '', location.pathname);
    said.textContent = reply.ok ? 'This payment did not go through.' : reply.message;
  });
}
