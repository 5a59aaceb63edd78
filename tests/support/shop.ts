import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { timeoutMs } from './browser.ts';
import type { Customer } from './customers.ts';

export const testCard = { number: '4084 0840 8408 4081', expiry: '12/34', cvv: '408' };

/** Polls with the timeout of browser tests. */
export const eventually = <T>(read: () => Promise<T> | T) =>
  expect.poll(read, { timeout: timeoutMs, interval: 100 });

/** Waits until an element has the focus. */
export const waitForFocus = (target: Locator): Promise<void> =>
  eventually(() => target.evaluate((element) => element === document.activeElement)).toBe(true);

/** Pastes cells into a field, as a spreadsheet hands them over. */
export const paste = (field: Locator, text: string) =>
  field.evaluate((element, block) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', block);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

/** A page object of the storefront. */
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

  /** Opens a page and waits for its islands. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.waitForLoadState('load');
    // Input before hydration could be lost.
    await this.#hydrated('astro-island[ssr]:not([client="visible"], [client="touch"])');
  }

  /** Waits also for islands with `client:visible`; those with `client:touch` wait for a touch. */
  async islandsHydrated(): Promise<void> {
    await this.#hydrated('astro-island[ssr]:not([client="touch"])');
  }

  async #hydrated(islands: string): Promise<void> {
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

  /** The toasts with exactly this text. */
  notice(message: string): Locator {
    const words = this.page.getByText(message, { exact: true });
    return this.#notices.locator('.toast').filter({ has: words });
  }

  async seesToast(message: string): Promise<void> {
    await this.#notices.getByText(message).first().waitFor();
  }

  /** Waits for a toast with exactly this text and closes it, so that the next one can be told apart. */
  async seesAndClosesToast(message: string): Promise<void> {
    const notice = this.notice(message);
    await notice.first().waitFor();
    // Clicks by script: real ones are ignored for a moment after a drag, and cannot reach what a panel covers.
    await eventually(async () => {
      await notice.locator('button:not(.toast__action)').evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
      return notice.count();
    }).toBe(0);
  }

  /** Takes the browser offline while `work` runs. */
  async offline(work: () => Promise<void>): Promise<void> {
    await this.page.context().setOffline(true);
    await work();
    await this.page.context().setOffline(false);
  }

  /** Keeps requests to these URLs back until what is returned is called. */
  async hold(path: string): Promise<() => void> {
    const gate = Promise.withResolvers<undefined>();
    await this.page.route(path, async (route) => {
      await gate.promise;
      await route.continue();
    });
    return () => gate.resolve(undefined);
  }

  /** Waits until the page shows each of these texts. */
  async sees(...texts: (string | RegExp)[]): Promise<void> {
    for (const text of texts) await this.main.getByText(text).first().waitFor();
  }

  async heading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name }).first().waitFor();
  }

  async register(customer: Customer): Promise<void> {
    await this.open('/register');
    await this.fillRegistration({ ...customer, confirmation: customer.password });
  }

  /** Fills and submits the open registration form. */
  async fillRegistration(person: Customer & { confirmation: string }): Promise<void> {
    const { main } = this;
    await main.getByLabel(/^first ?name/i).fill(person.firstname);
    await main.getByLabel(/^last ?name/i).fill(person.lastname);
    await main.getByLabel(/^e-?mail/i).fill(person.email);
    await main.getByLabel(/^phone/i).fill(person.phone);
    await main.getByLabel(/^password/i).fill(person.password);
    await main.getByLabel(/^confirm password/i).fill(person.confirmation);
    const country = main.getByLabel(/^country/i);
    await country.fill(person.country);
    await country.blur();
    // The fields are those of Ireland, unless the shop cannot be asked.
    await main.getByLabel(/^(county|state)/i).fill(person.state);
    await main.getByLabel(/address$/i).fill(person.address);
    await main.getByLabel(/^(eircode|post code)/i).fill(person.postcode);
    await main.getByLabel(/terms/i).check();
    await main.getByRole('button', { name: 'Register' }).click();
  }

  async changePassword(currentPassword: string, newPassword: string): Promise<void> {
    await this.open('/user/change-password');
    await this.main.getByLabel(/current password/i).fill(currentPassword);
    await this.main.getByLabel(/new password/i).fill(newPassword);
    await this.main.getByRole('button', { name: /save|update|change/i }).click();
  }

  /** Fills and submits the open login form. */
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

  /** Signs in by the API, which is faster than the login form. */
  async returnAs({ email, password }: { email: string; password: string }): Promise<void> {
    const response = await this.page
      .context()
      .request.post('/api/v1/auth/user-login', { data: { email, password } });
    expect(response.status()).toBe(200);
  }

  async logOut(): Promise<void> {
    await this.open('/user/account');
    await this.main.getByRole('button', { name: 'Logout' }).click();
    await this.seesToast(messages.auth.loggedOut);
    await this.arriveAt('/login');
  }

  /** The search field, which an icon opens on the phone. */
  async searchField(): Promise<Locator> {
    const field = this.header.getByLabel('Search the shop');
    if (!(await field.isVisible())) {
      await this.header.getByRole('button', { name: 'Open search' }).click();
    }
    return field;
  }

  async search(words: string): Promise<void> {
    await (await this.searchField()).fill(words);
    await this.header.getByRole('button', { name: 'Search', exact: true }).click();
    await this.arriveAt('/search-results');
  }

  /** Opens a product from the current list. */
  async openGarment(title: string): Promise<void> {
    await this.main.getByRole('link', { name: title, exact: true }).first().click();
    await this.arriveAt(/^\/product\//);
    await this.heading(title);
  }

  /** The prices of the cards in their order. */
  async prices(): Promise<number[]> {
    const cards = await this.main.getByRole('article').allInnerTexts();
    return cards.map((text) => Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replace(',', '')));
  }

  get addToCart(): Locator {
    return this.main.getByRole('button', { name: 'Add to Cart', exact: true }).first();
  }

  /** Presses Tab until an element has the focus, and expects a visible focus indicator. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let press = 0; press < 200; press += 1) {
      await this.page.keyboard.press('Tab');
      const seen = await target.evaluate((element) => {
        if (element !== document.activeElement) return null;
        // A custom checkbox shows the focus on its label.
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        return [element, label].some((it) => {
          const style = it && getComputedStyle(it);
          return style && style.opacity !== '0' && style.outlineStyle !== 'none';
        });
      });
      if (seen !== null) return expect(seen, `the focus shows on ${target}`).toBe(true);
    }
    throw new Error(`The Tab key does not lead to ${target}`);
  }

  /** The number in the badge of the header. */
  async cartCount(): Promise<number> {
    const text = await this.header.getByRole('link', { name: /^cart/i }).innerText();
    return Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
  }

  async putIntoCart(garment: { _id: string; title: string }): Promise<void> {
    await this.open(`/product/${garment._id}/-`);
    await this.choose();
    await this.addToCart.click();
    await this.seesToast(messages.cart.added);
    await this.added.getByRole('button', { name: 'Continue' }).click();
  }

  /** Chooses the first colour and size of the open product, where there are any. */
  async choose(): Promise<void> {
    for (const name of [/^color/i, /^size/i]) {
      const first = this.main.getByRole('group', { name }).getByRole('radio').first();
      if ((await first.count()) > 0) await first.check();
    }
  }

  /** The panel that opens when something was added. */
  get added(): Locator {
    return this.page.getByRole('dialog', { name: 'Added to your cart' });
  }

  /** A line in the cart. */
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

  /** Presses Pay Now and waits for the card page. */
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
