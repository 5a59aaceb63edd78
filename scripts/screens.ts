import type { Page } from 'playwright';
import { shopperStates, visitorStates, type Act } from './shop-states.ts';

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** On a wide page the menu and the filters stand open, without a button. */
const pressOnPhone = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
};

/** Goes where a link leads whose id nobody knows beforehand. */
const follow =
  (link: string | RegExp, heading: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  };

async function openRefund(page: Page): Promise<void> {
  await follow('Details', /^Order of/)(page);
  await press('Refund')(page);
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /all/i }).first().check();
  await page.getByRole('region', { name: 'Selected rows' }).waitFor();
}

/** A file with a row that is well and two that are not. */
async function tryImport(page: Page): Promise<void> {
  await press('Import CSV')(page);
  const rows = ['title,price,category', 'Quay scarf,24,Outerwear', 'Quay shirt,cheap,', ',12,'];
  await page.getByLabel('CSV file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByText('Nothing is imported while a row is wrong.').waitFor();
}

async function openTrash(page: Page): Promise<void> {
  await press('Recently deleted')(page);
  await page.locator('dialog[open] p').first().waitFor();
}

async function searchEverything(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('searchbox').fill('linen');
  await page.getByRole('region', { name: 'Products', exact: true }).waitFor();
}

/** Whole, once it has slid in. */
async function openSidebar(page: Page): Promise<void> {
  await pressOnPhone('Menu')(page);
  const sidebar = page.getByRole('navigation', { name: 'Back office' });
  await sidebar.getByRole('button', { name: 'Logout' }).hover();
}

/** The page that takes the card is the payment provider's; here it is the sandbox's. */
async function goToCardPage(page: Page): Promise<void> {
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

/** A notice stays while the pointer rests on it. */
async function addToCart(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Add to cart/i })
    .first()
    .press('Enter');
  await page.getByText('Product Added To Cart.').hover();
}

async function enlarge(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Zoom$/ }).first().click();
  await page.getByRole('dialog').getByRole('img').waitFor();
}

/** Sends a registration whose passwords differ. */
async function registerWrongly(page: Page): Promise<void> {
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

/** Name of the picture → path, by who looks. `{product}` and `{category}` are filled in from the demo shop. */
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
    faqs: '/faqs',
    terms: '/terms',
    cookies: '/cookies',
    login: '/login',
    register: '/register',
    'forgot-password': '/forgot-password',
    'reset-password': '/reset-password',
    'email-changed': '/email-changed',
    'register-mismatch': { path: '/register', act: registerWrongly },
    'admin-login': '/admin/login',
    'not-found': '/nowhere',
    ...visitorStates,
  },
  shopper: {
    cart: '/cart',
    checkout: '/checkout',
    account: '/user/account',
    'manage-account': '/user/manage-account',
    'change-password': '/user/change-password',
    'all-orders': '/user/all-orders',
    'pending-orders': '/user/pending-orders',
    'your-data': '/user/your-data',
    notice: { path: '/shop', act: addToCart },
    ...shopperStates,
    // Last, in this order, since an order comes of it and the cart is empty after it.
    'card-page': { path: '/checkout', act: goToCardPage, leads: true },
    'complete-declined': { path: '/checkout', act: haveCardDeclined, leads: true },
    'complete-paid': { path: '/checkout', act: pay, leads: true },
    'complete-nothing': '/checkout/complete',
    invoice: {
      path: '/user/all-orders',
      act: follow(/^Invoice/, 'Invoice'),
      leads: true,
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
    'products-columns': { path: '/admin/products', act: press('Columns') },
    'products-selected': { path: '/admin/products', act: selectAll },
    'products-deleted': { path: '/admin/products', act: openTrash },
    'products-import': { path: '/admin/products', act: tryImport },
    'new-product': '/admin/product/newproduct',
    orders: '/admin/orders',
    'order-delete': { path: '/admin/orders', act: press(/^Delete/) },
    'orders-selected': { path: '/admin/orders', act: selectAll },
    order: { path: '/admin/orders?status=Paid', act: follow('Details', /^Order of/), leads: true },
    // The newest was paid through the provider, so that it can be given back.
    'order-refund': { path: '/admin/orders?status=Paid', act: openRefund },
    'order-invoice': {
      path: '/admin/orders?status=Paid',
      act: async (page) => {
        await follow('Details', /^Order of/)(page);
        await follow('Invoice', 'Invoice')(page);
      },
      leads: true,
    },
    customers: '/admin/customers',
    'customers-none-found': '/admin/customers?orders=unpaid&from=2001-01-01&to=2001-01-02',
    'customer-delete': { path: '/admin/customers', act: press(/^Delete/) },
    'customer-orders': {
      path: '/admin/customers?orders=some',
      act: follow('View Orders', /orders/i),
      leads: true,
    },
    banners: '/admin/banner',
    'banner-delete': { path: '/admin/banner', act: press(/^Delete/) },
    'banner-edit': { path: '/admin/banner', act: press(/^Edit/) },
    'new-banner': '/admin/newbanner',
    settings: '/admin/settings',
    audit: '/admin/settings/audit',
    messages: '/admin/messages',
    message: { path: '/admin/messages', act: press('Open') },
    ads: '/admin/ads',
    'ad-add': { path: '/admin/ads', act: press('Add New') },
    'office-faqs': '/admin/faqs',
    'faq-edit': { path: '/admin/faqs', act: press(/^Edit/) },
    'office-search': {
      path: '/admin/dashboard',
      act: searchEverything,
    },
    // Last, since it stays as it was left.
    sidebar: { path: '/admin/dashboard', act: openSidebar },
  },
};

export type Who = keyof typeof screens;
