/** Tells the leave detection that the payment page comes next. */
export const payingEvent = 'hemline:paying';

/**
 * Opens the payment page. This does not count as leaving the shop: the cart is kept. Resolves when the page is restored from
 * the back/forward cache.
 */
export function goToCardPage(address: string): Promise<void> {
  const back = new Promise<void>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve(), { once: true });
  });
  dispatchEvent(new Event(payingEvent));
  location.assign(address);
  return back;
}
