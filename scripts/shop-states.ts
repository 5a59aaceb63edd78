import type { Page } from 'playwright';

/** A screen that needs an action first, such as opening a dialog. */
export interface Act {
  path: string;
  act: (page: Page) => Promise<void>;
  /** The action leads to another page, of which the whole height is captured. */
  navigates?: true;
  /** A request stays pending, so the page never becomes idle. */
  staysPending?: true;
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

/** Hovering keeps a toast open. */
const hoverToast = (page: Page): Promise<void> => page.locator('.toast').first().hover();

/** Reloads the page while these requests stay pending, and waits for the loading indicator. */
const loading =
  (requests: string, indicator = '.spinner') =>
  async (page: Page): Promise<void> => {
    await page.route(requests, () => undefined);
    await page.reload();
    await page.locator(indicator).first().waitFor();
  };

/** Reloads the page while these requests fail. */
const failing =
  (requests: string) =>
  async (page: Page): Promise<void> => {
    await page.route(requests, (route) => route.abort());
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: /again/ }).first().waitFor();
  };

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
}

/** Restores the network of a page. */
export async function restoreNetwork(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
}

/** Sets who may order in the demo shop that a page is of. */
async function setOrders(page: Page, whoMayOrder: 'customers' | 'everybody'): Promise<void> {
  const send = async (method: string, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const address = new URL(`/api/v1${path}`, page.url());
    const answer = await fetch(address, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as { authToken: string };
  };
  const administrator = { email: 'admin@hemline.example', password: 'admin-demo-1' };
  const { authToken } = await send('POST', '/auth/login', administrator);
  await send('PUT', '/shop/checkout', { whoMayOrder }, authToken);
}

/** Adds the open product without an account, and goes to the checkout. */
async function checkOutAsGuest(page: Page): Promise<void> {
  await setOrders(page, 'everybody');
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.goto('/checkout');
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
  await page.getByLabel('Email').waitFor();
  await setOrders(page, 'customers');
  await page.getByLabel('Email').fill('ada@mill');
  await page.getByLabel('First name').focus();
  await page.locator('.field__error').waitFor();
}

const unknownCredentials = { Email: 'nobody@example.com', Password: 'not-the-password' };

export const visitorStates: Record<string, string | Act> = {
  'shop-loading': {
    path: '/shop',
    staysPending: true,
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
    staysPending: true,
    act: async (page) => {
      await page.route('**/auth/user-login', () => undefined);
      await fill(page, unknownCredentials);
      await press(page, 'Login');
      await page.getByRole('button', { name: 'Logging in…' }).waitFor();
    },
  },
  'login-refused': {
    path: '/login',
    act: async (page) => {
      await fill(page, unknownCredentials);
      await press(page, 'Login');
      await hoverToast(page);
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
      await fill(page, texts);
      await press(page, 'Send message');
      await page.locator('.field__error').waitFor();
    },
  },
  'complete-signed-out': '/checkout/complete?reference=some-payment',
  offline: { path: '/shop', act: goOffline },
  // Last, since it leaves a cart.
  'checkout-guest': { path: '/product/{product}/-', act: checkOutAsGuest, navigates: true },
};

export const shopperStates: Record<string, Act> = {
  'cart-loading': {
    path: '/cart',
    staysPending: true,
    act: loading('**/cart/get-cart', '.skeleton'),
  },
  'cart-failed': { path: '/cart', act: failing('**/cart/get-cart') },
  'checkout-loading': {
    path: '/checkout',
    staysPending: true,
    act: loading('**/cart/get-cart', '.skeleton'),
  },
  'account-failed': { path: '/user/account', act: failing('**/users/profile') },
  'manage-account-wrong': {
    path: '/user/manage-account',
    act: async (page) => {
      await fill(page, { Email: 'ada@mill' });
      await press(page, 'Update');
      await hoverToast(page);
      // The invalid field has the focus; at the top nothing is hidden by the header.
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
      await hoverToast(page);
    },
  },
  'orders-loading': {
    path: '/user/all-orders',
    staysPending: true,
    act: loading('**/orders/user-orders*'),
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
    staysPending: true,
    act: loading('**/orders/settle', 'main [aria-busy="true"]'),
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
