/** Told to whoever watches for leaving: the payment provider's page comes next. */
export const payingEvent = 'hemline:paying';

/** Goes to the card page. That leaves the site but not the shop: who gives up there finds the cart as it was. */
export function goToCardPage(address: string): void {
  dispatchEvent(new Event(payingEvent));
  location.assign(address);
}
