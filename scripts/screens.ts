import type { Page } from 'playwright';

/** Does something on the open page first, such as opening a dialog; what is seen then is kept. */
export interface Act {
  path: string;
  act: (page: Page) => Promise<void>;
}

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** On a wide page the menu and the filters stand open, without a button. */
const pressOnPhone = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
};

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
    'register-mismatch': { path: '/register', act: registerWrongly },
    'admin-login': '/admin/login',
    'not-found': '/nowhere',
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
    'products-selected': {
      path: '/admin/products',
      act: (page) => page.getByRole('checkbox', { name: /^Select all/ }).check(),
    },
    'products-trash': { path: '/admin/products', act: press('Recently deleted') },
    'products-import': { path: '/admin/products', act: press('Import CSV') },
    'product-edit': { path: '/admin/products', act: press(/^Edit/) },
    'product-details': '/admin/products/{product}',
    'new-product': '/admin/product/newproduct',
    orders: '/admin/orders',
    'order-delete': { path: '/admin/orders', act: press(/^Delete/) },
    customers: '/admin/customers',
    banners: '/admin/banner',
    'banner-edit': { path: '/admin/banner', act: press(/^Edit/) },
    'new-banner': '/admin/newbanner',
    settings: '/admin/settings',
    audit: '/admin/settings/audit',
    messages: '/admin/messages',
    message: { path: '/admin/messages', act: press(/^Read/) },
    ads: '/admin/ads',
    'ad-add': { path: '/admin/ads', act: press('Add New') },
    'office-faqs': '/admin/faqs',
    'faq-edit': { path: '/admin/faqs', act: press(/^Edit/) },
    'office-search': {
      path: '/admin/dashboard',
      act: (page) => page.getByRole('banner').getByRole('searchbox').fill('linen'),
    },
    // Last, since it stays as it was left.
    sidebar: { path: '/admin/dashboard', act: pressOnPhone('Menu') },
  },
};

export type Who = keyof typeof screens;
