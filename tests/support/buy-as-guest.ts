import type { Locator } from 'playwright';
import { messages } from '#shared/messages.ts';
import { newCustomer } from './customers.ts';
import type { Shop } from './shop.ts';

const hidden = { state: 'hidden' } as const;

/** From the page of a product to paid, in a shop where everybody may order; how many presses that took. */
export async function buyAsGuest(shop: Shop, product: string, email: string): Promise<number> {
  let presses = 0;
  const press = async (what: Locator) => {
    presses += 1;
    await what.click();
  };
  const { main, page } = shop;
  await shop.open(`/product/${product}/-`);
  for (const name of [/^color/i, /^size/i]) {
    await press(main.getByRole('group', { name }).locator('label').first());
  }
  await press(shop.addToCart);
  await shop.seesToast(messages.cart.added);
  await press(shop.added.getByRole('link', { name: 'Checkout' }));
  await shop.arriveAt('/checkout');
  const { firstname, lastname, country, address, city } = newCustomer();
  const typed = { Email: email, 'First name': firstname, 'Last name': lastname, City: city };
  for (const [label, text] of Object.entries({ ...typed, Country: country })) {
    await main.getByLabel(label, { exact: true }).fill(text);
  }
  await main.getByLabel('Street address').fill(address);
  // An order is placed only at a total that was shown, which comes after the country.
  await main.getByText('Enter your address to see the delivery options.').waitFor(hidden);
  presses += 1;
  await shop.goToCardPage();
  await shop.fillCard();
  await press(page.getByRole('button', { name: /^pay/i }));
  await shop.arriveAt('/checkout/complete');
  await shop.heading('Thank you');
  return presses;
}
