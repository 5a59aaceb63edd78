/** Told to whoever watches for leaving: the payment provider's page comes next. */
export const payingEvent = 'hemline:paying';

/**
 * Goes to the card page. That leaves the site but not the shop: who gives up there finds the cart as it was. Resolves when
 * one comes back to this very page as it was left, by the back button.
 */
export function goToCardPage(address: string): Promise<void> {
  const back = new Promise<void>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve(), { once: true });
  });
  dispatchEvent(new Event(payingEvent));
  location.assign(address);
  return back;
}
