import type { Page } from 'playwright';
import { wishesKey } from '../src/stores/wishes-key.ts';
import { shopperStates, visitorStates, type Act } from './shop-states.ts';

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** On wide screens the menu and the filters are always open, without a button. */
const pressOnPhone = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
};

/** Follows a link whose id is not known in advance. */
const follow =
  (link: string | RegExp, heading: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  };

async function openRefund(page: Page): Promise<void> {
  await follow(/^HM-/, /^HM-/)(page);
  await press('Refund')(page);
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /all/i }).first().check();
  await page.getByRole('region', { name: 'Selected rows' }).waitFor();
}

const printOfAll = (link: string) => async (page: Page) => {
  await selectAll(page);
  await page.getByRole('link', { name: link }).click();
  await page.getByRole('button', { name: 'Print' }).waitFor();
};

/** Imports a file with one valid and two invalid rows. */
async function tryImport(page: Page): Promise<void> {
  await press('Import CSV')(page);
  const rows = ['title,price,category', 'Quay scarf,24,Outerwear', 'Quay shirt,cheap,', ',12,'];
  await page.getByLabel('CSV file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByText('Nothing is imported until every row is correct.').waitFor();
}

async function openTrash(page: Page): Promise<void> {
  await press('Recently deleted')(page);
  await page.locator('dialog[open] p').first().waitFor();
}

async function searchEverything(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('searchbox').fill('linen');
  await page.getByRole('region', { name: 'Products', exact: true }).waitFor();
}

/** Opens the sidebar and waits for its transition. */
async function openSidebar(page: Page): Promise<void> {
  await pressOnPhone('Menu')(page);
  const sidebar = page.getByRole('navigation', { name: 'Back office' });
  await sidebar.getByRole('button', { name: 'Logout' }).hover();
}

/** The card page of the payment provider; here that of the sandbox. */
async function goToCardPage(page: Page): Promise<void> {
  // What was added from a list has no size or color yet.
  const open = page.getByRole('main').locator('select:has(option[value=""]:checked)');
  while ((await open.count()) > 0) await open.first().selectOption({ index: 1 });
  await press('Pay Now')(page);
  await page.getByLabel('Card number').waitFor();
}

async function haveCardDeclined(page: Page): Promise<void> {
  await goToCardPage(page);
  await press('Decline')(page);
  await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
}

async function pay(page: Page): Promise<void> {
  await goToCardPage(page);
  await page.getByLabel('Card number').fill('4084 0840 8408 4081');
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('CVV').fill('408');
  await press(/^Pay/)(page);
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

async function keepOne(page: Page): Promise<void> {
  await press(/^Wish List: /)(page);
  // Its script is loaded by the press, and leaving before would lose it.
  await page.waitForFunction((key) => localStorage.getItem(key), wishesKey);
  await page.goto('/wish-list');
  await page.getByRole('article').waitFor();
}

/** Hovering keeps a toast open. */
async function addToCart(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^add to cart/i })
    .first()
    .press('Enter');
  const toast = page.getByText('Product Added To Cart.');
  await toast.waitFor();
  // On phones, the panel covers it.
  if ((page.viewportSize()?.width ?? 0) >= 768) await toast.hover();
}

async function enlarge(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Zoom$/ }).first().click();
  await page.getByRole('dialog').getByRole('img').waitFor();
}

/** Submits a registration with different passwords. */
async function registerWithMismatch(page: Page): Promise<void> {
  for (const [label, text] of Object.entries({
    'First name': 'Ada',
    'Last name': 'Weaver',
    Email: 'ada@example.com',
    Password: 'linen-and-wool',
    'Confirm password': 'wool-and-linen',
  })) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await press('Register')(page);
  await page.getByText('Password does not match.').last().hover();
}

/** Name of the screenshot → path, by role. What is in braces is replaced by what the demo shop has. */
export const screens: Record<
  'visitor' | 'shopper' | 'administrator',
  Record<string, string | Act>
> = {
  visitor: {
    home: '/',
    menu: { path: '/', act: pressOnPhone('Menu') },
    shop: '/shop',
    'shop-second-page': '/shop?page=2',
    filters: { path: '/shop', act: pressOnPhone('Filter') },
    category: '/category/{category}',
    product: '/product/{product}/-',
    'product-large': { path: '/product/{product}/-', act: enlarge },
    'out-of-stock': '/product/{soldOut}/-',
    search: '/search-results?q=linen',
    'search-none': '/search-results?q=zzzzqq',
    'cart-empty': '/cart',
    about: '/about',
    contact: '/contact',
    wholesale: '/wholesale',
    faqs: '/faqs',
    terms: '/terms',
    cookies: '/cookies',
    delivery: '/delivery',
    returns: '/returns',
    sizes: '/sizes',
    'wish-list-empty': '/wish-list',
    'wish-list': { path: '/shop', act: keepOne, navigates: true },
    login: '/login',
    register: '/register',
    'forgot-password': '/forgot-password',
    'reset-password': '/reset-password',
    'email-changed': '/email-changed',
    'order-link': '/{orderLink}',
    'register-mismatch': { path: '/register', act: registerWithMismatch },
    'admin-login': '/admin/login',
    'not-found': '/nowhere',
    ...visitorStates,
  },
  shopper: {
    cart: '/cart',
    checkout: '/checkout',
    account: '/user/account',
    'manage-account': '/user/manage-account',
    addresses: '/user/addresses',
    'change-password': '/user/change-password',
    'all-orders': '/user/all-orders',
    'pending-orders': '/user/pending-orders',
    company: '/user/company',
    'quick-order': '/user/quick-order',
    'your-data': '/user/your-data',
    notice: { path: '/shop', act: addToCart },
    ...shopperStates,
    // Last and in this order, since they place an order, which empties the cart.
    'card-page': { path: '/checkout', act: goToCardPage, navigates: true },
    'complete-declined': { path: '/checkout', act: haveCardDeclined, navigates: true },
    'complete-paid': { path: '/checkout', act: pay, navigates: true },
    'complete-nothing': '/checkout/complete',
    order: { path: '/user/all-orders', act: follow(/^HM-/, 'Order'), navigates: true },
    invoice: {
      path: '/user/all-orders',
      act: async (page) => {
        await follow(/^HM-/, 'Order')(page);
        await follow(/^Invoice/, 'Invoice')(page);
      },
      navigates: true,
    },
  },
  administrator: {
    dashboard: '/admin/dashboard',
    notifications: { path: '/admin/dashboard', act: press(/notification/i) },
    'avatar-menu': { path: '/admin/dashboard', act: press('Your account') },
    categories: '/admin/categories',
    'category-add': { path: '/admin/categories', act: press('Add New') },
    'category-edit': { path: '/admin/categories', act: press(/^Edit/) },
    'category-delete': { path: '/admin/categories', act: press(/^Delete/) },
    'category-details': '/admin/category/{category}',
    products: '/admin/products',
    'product-edit': { path: '/admin/products', act: press(/^Edit/) },
    'product-details': '/admin/products/{product}',
    'product-delete': { path: '/admin/products', act: press(/^Delete/) },
    'products-columns': {
      path: '/admin/products',
      act: async (page) => {
        await pressOnPhone('Filters')(page);
        await press('Columns')(page);
      },
    },
    'products-selected': { path: '/admin/products', act: selectAll },
    'products-deleted': { path: '/admin/products', act: openTrash },
    'products-import': { path: '/admin/products', act: tryImport },
    'new-product': '/admin/product/newproduct',
    'running-low': '/admin/stock',
    orders: '/admin/orders',
    transfers: '/admin/orders/transfers',
    'order-delete': { path: '/admin/orders', act: press(/^Delete/) },
    'orders-selected': { path: '/admin/orders', act: selectAll },
    order: {
      path: '/admin/orders?status=Paid',
      act: follow(/^HM-/, /^HM-/),
      navigates: true,
    },
    // The newest order was paid at the provider, so it can be refunded.
    'order-refund': { path: '/admin/orders?status=Paid', act: openRefund },
    'packing-slips': {
      path: '/admin/orders?status=Paid',
      act: printOfAll('Packing slips'),
      navigates: true,
    },
    'pick-list': {
      path: '/admin/orders?status=Paid',
      act: printOfAll('Pick list'),
      navigates: true,
    },
    'order-invoice': {
      path: '/admin/orders?status=Paid',
      act: async (page) => {
        await follow(/^HM-/, /^HM-/)(page);
        await follow('Invoice', 'Invoice')(page);
      },
      navigates: true,
    },
    customers: '/admin/customers',
    'customers-none-found': '/admin/customers?orders=unpaid&from=2001-01-01&to=2001-01-02',
    'customer-delete': { path: '/admin/customers', act: press(/^Delete/) },
    'customer-orders': {
      path: '/admin/customers?orders=some',
      act: follow('View Orders', /./),
      navigates: true,
    },
    banners: '/admin/banner',
    'banner-delete': { path: '/admin/banner', act: press(/^Delete/) },
    'banner-edit': { path: '/admin/banner', act: press(/^Edit/) },
    'new-banner': '/admin/newbanner',
    settings: '/admin/settings',
    'settings-shop': '/admin/settings/shop',
    'settings-stock': '/admin/settings/stock',
    'settings-payments': '/admin/settings/payments',
    'settings-checkout': '/admin/settings/checkout',
    'settings-returns': '/admin/settings/returns',
    'settings-currency': '/admin/settings/currency',
    'settings-time-zone': '/admin/settings/time-zone',
    shipping: '/admin/settings/shipping',
    audit: '/admin/settings/audit',
    mail: '/admin/settings/mail',
    taxes: '/admin/settings/taxes',
    messages: '/admin/messages',
    message: { path: '/admin/messages', act: press('Open') },
    ads: '/admin/ads',
    'ad-add': { path: '/admin/ads', act: press('Add New') },
    'office-faqs': '/admin/faqs',
    'faq-edit': { path: '/admin/faqs', act: press(/^Edit/) },
    menus: '/admin/content/menus',
    'home-sections': '/admin/content/home',
    announcement: '/admin/content/announcement',
    redirects: '/admin/redirects',
    'redirect-add': { path: '/admin/redirects', act: press('Add New') },
    'missing-pages': '/admin/redirects/missing',
    synonyms: '/admin/synonyms',
    companies: '/admin/companies',
    vouchers: '/admin/vouchers',
    'price-lists': '/admin/price-lists',
    'voucher-add': { path: '/admin/vouchers', act: press('Add New') },
    'synonym-add': { path: '/admin/synonyms', act: press('Add New') },
    'office-search': {
      path: '/admin/dashboard',
      act: searchEverything,
    },
    // Last, since the sidebar keeps its state.
    sidebar: { path: '/admin/dashboard', act: openSidebar },
  },
};

export type Role = keyof typeof screens;
