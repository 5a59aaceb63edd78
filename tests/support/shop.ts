import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { patience } from './browser.ts';
import type { Customer } from './customers.ts';

export const testCard = { number: '4084 0840 8408 4081', expiry: '12/34', cvv: '408' };

/** Polls as long as a slow machine may need. */
export const eventually = <T>(read: () => Promise<T> | T) =>
  expect.poll(read, { timeout: patience, interval: 100 });

/** The storefront in the words of a shopper. */
export class Shop {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get header(): Locator {
    return this.page.getByRole('banner');
  }

  get main(): Locator {
    return this.page.getByRole('main');
  }

  /** Goes to an address and waits until its scripts answer. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.waitForLoadState('load');
    // What is typed before an island wakes could be lost, as for a person who is too quick.
    await this.#noneAsleep('astro-island[ssr]:not([client="visible"])');
  }

  /** Waits for those islands too that wake when they are seen. */
  async islandsAwake(): Promise<void> {
    await this.#noneAsleep('astro-island[ssr]');
  }

  async #noneAsleep(islands: string): Promise<void> {
    await eventually(() => this.page.locator(islands).count()).toBe(0);
  }

  async arriveAt(path: string | RegExp): Promise<void> {
    await eventually(() => new URL(this.page.url()).pathname).toMatch(
      typeof path === 'string' ? new RegExp(`^${path}$`) : path,
    );
    await this.ready();
  }

  get #notices(): Locator {
    return this.page.getByRole('status', { name: 'Notices' });
  }

  /** The notices that say this, to the letter. */
  notice(message: string): Locator {
    const words = this.page.getByText(message, { exact: true });
    return this.#notices.locator('.toast').filter({ has: words });
  }

  async isTold(message: string): Promise<void> {
    await this.#notices.getByText(message).first().waitFor();
  }

  /** As `isTold`, to the letter; then puts the notice away, so that the next one of its kind is told apart. */
  async hears(message: string): Promise<void> {
    const notice = this.notice(message);
    await notice.first().waitFor();
    // It may go by itself meanwhile; a pointer that rests on a notice would hold the next one; and the page takes no click
    // for a moment after something was dragged.
    await eventually(async () => {
      await notice.locator('button:not(.toast__action)').evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
      return notice.count();
    }).toBe(0);
  }

  /** Has no connection while something is done. */
  async offline(work: () => Promise<void>): Promise<void> {
    await this.page.context().setOffline(true);
    await work();
    await this.page.context().setOffline(false);
  }

  async heading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name }).first().waitFor();
  }

  async register(customer: Customer): Promise<void> {
    await this.open('/register');
    await this.fillRegistration({ ...customer, confirmation: customer.password });
  }

  /** Fills the registration that is open, and sends it. */
  async fillRegistration(person: Customer & { confirmation: string }): Promise<void> {
    const { main } = this;
    await main.getByLabel(/^first ?name/i).fill(person.firstname);
    await main.getByLabel(/^last ?name/i).fill(person.lastname);
    await main.getByLabel(/^e-?mail/i).fill(person.email);
    await main.getByLabel(/^phone/i).fill(person.phone);
    await main.getByLabel(/^password/i).fill(person.password);
    await main.getByLabel(/^confirm password/i).fill(person.confirmation);
    await main.getByLabel(/^country/i).fill(person.country);
    await main.getByLabel(/^state/i).fill(person.state);
    await main.getByLabel(/address$/i).fill(person.address);
    await main.getByLabel(/^post ?code/i).fill(person.postcode);
    await main.getByLabel(/terms/i).check();
    await main.getByRole('button', { name: 'Register' }).click();
  }

  async changePassword(currentPassword: string, newPassword: string): Promise<void> {
    await this.open('/user/change-password');
    await this.main.getByLabel(/current password/i).fill(currentPassword);
    await this.main.getByLabel(/new password/i).fill(newPassword);
    await this.main.getByRole('button', { name: /save|update|change/i }).click();
  }

  /** Fills the login that is open. */
  async enterCredentials({ email, password }: { email: string; password: string }): Promise<void> {
    await this.main.getByLabel('Email').fill(email);
    await this.main.getByLabel('Password', { exact: true }).fill(password);
    await this.main.getByRole('button', { name: 'Login' }).click();
  }

  async signIn(customer: { email: string; password: string }): Promise<void> {
    await this.open('/login');
    await this.enterCredentials(customer);
    await this.arriveAt('/');
  }

  /** Signed in on another page of this browser before; quicker than to come through the login. */
  async returnAs({ email, password }: { email: string; password: string }): Promise<void> {
    const answer = await this.page
      .context()
      .request.post('/api/v1/auth/user-login', { data: { email, password } });
    expect(answer.status()).toBe(200);
  }

  async logOut(): Promise<void> {
    await this.open('/user/account');
    await this.main.getByRole('button', { name: 'Logout' }).click();
    await this.isTold(messages.auth.loggedOut);
    await this.arriveAt('/login');
  }

  async search(words: string): Promise<void> {
    await this.header.getByRole('searchbox').fill(words);
    await this.header.getByRole('button', { name: 'Search' }).click();
    await this.arriveAt('/search-results');
  }

  /** Opens a product from the list that is shown. */
  async openGarment(title: string): Promise<void> {
    await this.main.getByRole('link', { name: title, exact: true }).first().click();
    await this.arriveAt(/^\/product\//);
    await this.heading(title);
  }

  get addToCart(): Locator {
    return this.main.getByRole('button', { name: 'Add to Cart', exact: true });
  }

  /** Goes on with the Tab key until a thing has the focus, and sees that the focus shows. */
  async tabTo(thing: Locator): Promise<void> {
    await thing.waitFor();
    for (let press = 0; press < 200; press += 1) {
      await this.page.keyboard.press('Tab');
      const seen = await thing.evaluate((element) => {
        if (element !== document.activeElement) return null;
        // A box that is drawn by its label shows the focus there.
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        return [element, label].some((it) => it && getComputedStyle(it).outlineStyle !== 'none');
      });
      if (seen !== null) return expect(seen, `the focus shows on ${thing}`).toBe(true);
    }
    throw new Error(`The Tab key does not lead to ${thing}`);
  }

  /** What the badge in the header says. */
  async cartCount(): Promise<number> {
    const text = await this.header.getByRole('link', { name: /^cart/i }).innerText();
    return Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
  }

  async putIntoCart(garment: { _id: string; title: string }): Promise<void> {
    await this.open(`/product/${garment._id}/-`);
    await this.addToCart.click();
    await this.isTold(messages.cart.added);
  }

  /** A line of the cart. */
  line(title: string): Locator {
    return this.main.getByRole('listitem').filter({ hasText: title });
  }

  async checkOut(): Promise<void> {
    await this.open('/cart');
    await this.main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await this.arriveAt('/checkout');
  }

  get payNow(): Locator {
    return this.main.getByRole('button', { name: 'Pay Now' });
  }

  /** Presses Pay Now and waits for the card page of the payment provider. */
  async goToCardPage(): Promise<void> {
    await this.payNow.click();
    await this.page.getByLabel(/card number/i).waitFor();
  }

  async fillCard(): Promise<void> {
    await this.page.getByLabel(/card number/i).fill(testCard.number);
    await this.page.getByLabel(/expiry/i).fill(testCard.expiry);
    await this.page.getByLabel(/cvv/i).fill(testCard.cvv);
  }

  async payByCard(): Promise<void> {
    await this.fillCard();
    await this.page.getByRole('button', { name: /^pay/i }).click();
    await this.arriveAt('/checkout/complete');
  }

  async haveCardDeclined(): Promise<void> {
    await this.page.getByRole('button', { name: /decline/i }).click();
    await this.arriveAt('/checkout/complete');
  }
}
