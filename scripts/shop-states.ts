import type { Page } from 'playwright';

/** Does something on the open page first, such as opening a dialog; what is seen then is kept. */
export interface Act {
  path: string;
  act: (page: Page) => Promise<void>;
  /** Leads to another screen, which is kept from its top to its foot. */
  leads?: true;
  /** Something stays on its way, so that the page never comes to rest. */
  stays?: true;
}

/** Fills fields by their labels. */
export async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const main = page.getByRole('main');
  for (const [label, text] of Object.entries(texts)) {
    await main.getByLabel(label, { exact: true }).fill(text);
  }
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('main').getByRole('button', { name }).first().click();

/** A notice stays while the pointer rests on it. */
const restOnNotice = (page: Page): Promise<void> => page.locator('.toast').first().hover();

/** Opens the page again while these calls stay on their way, until the sign of waiting is there. */
const waiting =
  (calls: string, sign = '.spinner') =>
  async (page: Page): Promise<void> => {
    await page.route(calls, () => undefined);
    await page.reload();
    await page.locator(sign).first().waitFor();
  };

/** Opens the page again while these calls get no answer. */
const failing =
  (calls: string) =>
  async (page: Page): Promise<void> => {
    await page.route(calls, (route) => route.abort());
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: /again/ }).first().waitFor();
  };

async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
}

/** Ends whatever a state has done to the way to the server. */
export async function putRight(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
}

const stranger = { Email: 'nobody@example.com', Password: 'not-the-password' };

export const visitorStates: Record<string, string | Act> = {
  'shop-loading': {
    path: '/shop',
    stays: true,
    act: async (page) => {
      await page.route('**/shop?sort=latest', () => undefined);
      await page.getByRole('combobox', { name: /sort/i }).selectOption('latest');
      await page.locator('[data-waiting]').waitFor();
    },
  },
  'faqs-open': {
    path: '/faqs',
    act: (page) => page.getByRole('main').locator('summary').first().click(),
  },
  'login-busy': {
    path: '/login',
    stays: true,
    act: async (page) => {
      await page.route('**/auth/user-login', () => undefined);
      await fill(page, stranger);
      await press(page, 'Login');
      await page.getByRole('button', { name: 'Logging in…' }).waitFor();
    },
  },
  'login-refused': {
    path: '/login',
    act: async (page) => {
      await fill(page, stranger);
      await press(page, 'Login');
      await restOnNotice(page);
    },
  },
  'reset-refused': {
    path: '/reset-password',
    act: async (page) => {
      await fill(page, { 'New password': 'linen-and-wool' });
      await press(page, 'Save');
      await page.getByRole('main').locator('.notice').waitFor();
    },
  },
  'contact-wrong': {
    path: '/contact',
    act: async (page) => {
      const texts = {
        'First name': 'Ada',
        'Last name': 'Weaver',
        Email: 'ada@mill',
        Message: 'Hm',
      };
      await page.getByRole('main').locator('form').scrollIntoViewIfNeeded();
      await page.locator('astro-island[client="visible"]:not([ssr])').first().waitFor();
      await fill(page, texts);
      await press(page, 'Send message');
      await page.locator('.field__error').waitFor();
    },
  },
  'complete-signed-out': '/checkout/complete?reference=some-payment',
  offline: { path: '/shop', act: loseConnection },
};

export const shopperStates: Record<string, Act> = {
  'cart-loading': { path: '/cart', stays: true, act: waiting('**/cart/get-cart', '.skeleton') },
  'cart-failed': { path: '/cart', act: failing('**/cart/get-cart') },
  'checkout-loading': {
    path: '/checkout',
    stays: true,
    act: waiting('**/cart/get-cart', '.skeleton'),
  },
  'account-failed': { path: '/user/account', act: failing('**/users/profile') },
  'manage-account-wrong': {
    path: '/user/manage-account',
    act: async (page) => {
      await fill(page, { Email: 'ada@mill' });
      await press(page, 'Update');
      await restOnNotice(page);
      // The field that was refused has the focus; from the top, nothing lies half under the header.
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  'change-password-refused': {
    path: '/user/change-password',
    act: async (page) => {
      await fill(page, {
        'Current password': 'not-the-password',
        'New password': 'linen-and-wool',
      });
      await press(page, 'Save');
      await restOnNotice(page);
    },
  },
  'orders-loading': {
    path: '/user/all-orders',
    stays: true,
    act: waiting('**/orders/user-orders*'),
  },
  'orders-failed': { path: '/user/all-orders', act: failing('**/orders/user-orders*') },
  'account-delete': {
    path: '/user/your-data',
    act: async (page) => {
      await fill(page, { 'Current password': 'not-the-password' });
      await press(page, 'Delete my account');
      await page.getByRole('dialog', { name: 'Delete your account' }).waitFor();
    },
  },
  'complete-asking': {
    path: '/checkout/complete?reference=some-payment',
    stays: true,
    act: waiting('**/orders/settle', '.ending [aria-busy="true"]'),
  },
  'complete-trouble': {
    path: '/checkout/complete?reference=some-payment',
    act: failing('**/orders/settle'),
  },
  'invoice-failed': {
    path: '/user/invoice/7e57ab1e-0000-4000-8000-000000000000',
    act: failing('**/orders/user-orders/*'),
  },
};
