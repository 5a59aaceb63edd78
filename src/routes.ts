/** All URLs of the site by the route names of the specification, and the session that each one requires. */
export type Guard = 'user' | 'admin' | null;

export interface RouteEntry {
  readonly name: string;
  readonly path: string;
  readonly guard: Guard;
}

const part = (value: string): string => encodeURIComponent(value);

export const routes = {
  index: () => '/',
  userProducts: () => '/shop',
  userOrder: () => '/checkout',
  productCategory: (categoryId: string) => `/category/${part(categoryId)}`,
  product: (id: string, productName: string) => `/product/${part(id)}/${slug(productName)}`,
  cart: () => '/cart',
  terms: () => '/terms',
  cookies: () => '/cookies',
  delivery: () => '/delivery',
  returns: () => '/returns',
  sizes: () => '/sizes',
  about: () => '/about',
  contact: () => '/contact',
  linkedOrder: (token: string) => `/order/${part(token)}`,
  faqs: () => '/faqs',
  searchResults: (q?: string) => (q ? `/search-results?q=${part(q)}` : '/search-results'),
  userLogin: (next?: string) => (next ? `/login?next=${part(next)}` : '/login'),
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  emailChanged: () => '/email-changed',
  adminLogin: (next?: string) => (next ? `/admin/login?next=${part(next)}` : '/admin/login'),
  userAccount: () => '/user/account',
  /** With `next`, redirects there after saving. */
  updateAccount: (next?: string) =>
    next ? `/user/manage-account?next=${part(next)}` : '/user/manage-account',
  changePassword: () => '/user/change-password',
  userOrders: () => '/user/all-orders',
  userOrderDetails: (id: string) => `/user/all-orders/${part(id)}`,
  pendingOrders: () => '/user/pending-orders',
  yourData: () => '/user/your-data',
  userInvoice: (orderId: string) => `/user/invoice/${part(orderId)}`,
  dashboard: () => '/admin/dashboard',
  categories: () => '/admin/categories',
  adminCategory: (id: string) => `/admin/category/${part(id)}`,
  products: () => '/admin/products',
  adminProduct: (id: string) => `/admin/products/${part(id)}`,
  addProduct: () => '/admin/product/newproduct',
  productPreview: () => '/admin/product/preview',
  stock: () => '/admin/stock',
  orders: () => '/admin/orders',
  transfers: () => '/admin/orders/transfers',
  importedOrders: () => '/admin/orders/imported',
  adminOrder: (id: string) => `/admin/orders/${part(id)}`,
  adminInvoice: (orderId: string) => `/admin/orders/${part(orderId)}/invoice`,
  /** The orders to print are in the fragment, which has no length limit; a single parcel as `order.parcel`. */
  packingSlips: (chosen: readonly string[]) => `/admin/print/slips#${chosen.join()}`,
  pickList: (chosen: readonly string[]) => `/admin/print/pick-list#${chosen.join()}`,
  customers: () => '/admin/customers',
  customerOrder: (userId: string) => `/admin/${part(userId)}/orders`,
  settings: () => '/admin/settings',
  audit: () => '/admin/settings/audit',
  taxes: () => '/admin/settings/taxes',
  shipping: () => '/admin/settings/shipping',
  mail: (kind = '') => `/admin/settings/mail${kind && `?kind=${part(kind)}`}`,
  messages: () => '/admin/messages',
  ads: () => '/admin/ads',
  adminFaqs: () => '/admin/faqs',
  adminPages: () => '/admin/pages',
  adminPage: (id: string) => `/admin/pages/${part(id)}`,
  newPage: () => '/admin/pages/new',
  pagePreview: () => '/admin/pages/preview',
  menus: () => '/admin/content/menus',
  homeSections: () => '/admin/content/home',
  announcement: () => '/admin/content/announcement',
  redirects: () => '/admin/redirects',
  missingPages: () => '/admin/redirects/missing',
  synonyms: () => '/admin/synonyms',
  vouchers: () => '/admin/vouchers',
  banner: () => '/admin/banner',
  newBanner: () => '/admin/newbanner',
} as const;

/** A page that the shop has written; those of every shop have addresses of their own. */
export const pageHref = ({ slug, builtIn }: { readonly slug: string; readonly builtIn: boolean }) =>
  `${builtIn ? '' : '/pages'}/${part(slug)}`;

/** The route tables of the specification as data; `{}` is a path segment. */
export const routeTable: readonly RouteEntry[] = [
  { name: 'Index', path: '/', guard: null },
  { name: 'UserProducts', path: '/shop', guard: null },
  { name: 'UserOrder', path: '/checkout', guard: null },
  { name: 'CheckoutComplete', path: '/checkout/complete', guard: null },
  { name: 'ProductCategory', path: '/category/{}', guard: null },
  { name: 'ProductDetails', path: '/product/{}/{}', guard: null },
  { name: 'Cart', path: '/cart', guard: null },
  { name: 'CartLink', path: '/cart/add', guard: null },
  { name: 'Terms', path: '/terms', guard: null },
  { name: 'Terms', path: '/about', guard: null },
  { name: 'Cookies', path: '/cookies', guard: null },
  { name: 'Delivery', path: '/delivery', guard: null },
  { name: 'Returns', path: '/returns', guard: null },
  { name: 'Sizes', path: '/sizes', guard: null },
  { name: 'Privacy', path: '/privacy', guard: null },
  { name: 'Imprint', path: '/imprint', guard: null },
  { name: 'Page', path: '/pages/{}', guard: null },
  { name: 'LinkedOrder', path: '/order/{}', guard: null },
  { name: 'LinkedInvoice', path: '/order/{}/invoice', guard: null },
  { name: 'Wholesale', path: '/wholesale', guard: null },
  { name: 'JoinCompany', path: '/wholesale/join', guard: null },
  { name: 'Contact', path: '/contact', guard: null },
  { name: 'Faqs', path: '/faqs', guard: null },
  { name: 'WishList', path: '/wish-list', guard: null },
  { name: 'SharedWishList', path: '/wish-list/{}', guard: null },
  { name: 'SearchResults', path: '/search-results', guard: null },
  { name: 'UserLogin', path: '/login', guard: null },
  { name: 'Register', path: '/register', guard: null },
  { name: 'ForgotPassword', path: '/forgot-password', guard: null },
  { name: 'ResetPassword', path: '/reset-password', guard: null },
  { name: 'EmailChanged', path: '/email-changed', guard: null },
  { name: 'AdminLogin', path: '/admin/login', guard: null },
  { name: 'UserAccount', path: '/user/account', guard: 'user' },
  { name: 'UpdateAccount', path: '/user/manage-account', guard: 'user' },
  { name: 'UserAddresses', path: '/user/addresses', guard: 'user' },
  { name: 'ChangePassword', path: '/user/change-password', guard: 'user' },
  { name: 'UserOrders', path: '/user/all-orders', guard: 'user' },
  { name: 'UserOrderDetails', path: '/user/all-orders/{}', guard: 'user' },
  { name: 'PendingOrders', path: '/user/pending-orders', guard: 'user' },
  { name: 'UserQuotes', path: '/user/quotes', guard: 'user' },
  { name: 'UserQuote', path: '/user/quotes/{}', guard: 'user' },
  { name: 'QuickOrder', path: '/user/quick-order', guard: 'user' },
  { name: 'UserCompany', path: '/user/company', guard: 'user' },
  { name: 'YourData', path: '/user/your-data', guard: 'user' },
  { name: 'Invoice', path: '/user/invoice/{}', guard: 'user' },
  { name: 'Dashboard', path: '/admin/dashboard', guard: 'admin' },
  { name: 'Categories', path: '/admin/categories', guard: 'admin' },
  { name: 'AdminCategory', path: '/admin/category/{}', guard: 'admin' },
  { name: 'Products', path: '/admin/products', guard: 'admin' },
  { name: 'AdminProduct', path: '/admin/products/{}', guard: 'admin' },
  { name: 'AddProduct', path: '/admin/product/newproduct', guard: 'admin' },
  { name: 'ProductPreview', path: '/admin/product/preview', guard: 'admin' },
  { name: 'Stock', path: '/admin/stock', guard: 'admin' },
  { name: 'Orders', path: '/admin/orders', guard: 'admin' },
  { name: 'Transfers', path: '/admin/orders/transfers', guard: 'admin' },
  { name: 'ImportedOrders', path: '/admin/orders/imported', guard: 'admin' },
  { name: 'AdminOrder', path: '/admin/orders/{}', guard: 'admin' },
  { name: 'NewOrder', path: '/admin/neworder', guard: 'admin' },
  { name: 'Quotes', path: '/admin/quotes', guard: 'admin' },
  { name: 'AdminQuote', path: '/admin/quotes/{}', guard: 'admin' },
  { name: 'AdminInvoice', path: '/admin/orders/{}/invoice', guard: 'admin' },
  { name: 'PackingSlips', path: '/admin/print/slips', guard: 'admin' },
  { name: 'PickList', path: '/admin/print/pick-list', guard: 'admin' },
  { name: 'Customers', path: '/admin/customers', guard: 'admin' },
  { name: 'CustomerOrder', path: '/admin/{}/orders', guard: 'admin' },
  { name: 'Companies', path: '/admin/companies', guard: 'admin' },
  { name: 'AdminCompany', path: '/admin/companies/{}', guard: 'admin' },
  { name: 'Settings', path: '/admin/settings', guard: 'admin' },
  { name: 'Mail', path: '/admin/settings/mail', guard: 'admin' },
  { name: 'Opening', path: '/admin/settings/opening', guard: 'admin' },
  { name: 'ShopSettings', path: '/admin/settings/shop', guard: 'admin' },
  { name: 'StockSettings', path: '/admin/settings/stock', guard: 'admin' },
  { name: 'ReturnSettings', path: '/admin/settings/returns', guard: 'admin' },
  { name: 'PaymentSettings', path: '/admin/settings/payments', guard: 'admin' },
  { name: 'CheckoutSettings', path: '/admin/settings/checkout', guard: 'admin' },
  { name: 'Currency', path: '/admin/settings/currency', guard: 'admin' },
  { name: 'CustomFields', path: '/admin/settings/custom-fields', guard: 'admin' },
  { name: 'TimeZone', path: '/admin/settings/time-zone', guard: 'admin' },
  { name: 'Shipping', path: '/admin/settings/shipping', guard: 'admin' },
  { name: 'Audit', path: '/admin/settings/audit', guard: 'admin' },
  { name: 'Taxes', path: '/admin/settings/taxes', guard: 'admin' },
  { name: 'Messages', path: '/admin/messages', guard: 'admin' },
  { name: 'Ads', path: '/admin/ads', guard: 'admin' },
  { name: 'AdminFaqs', path: '/admin/faqs', guard: 'admin' },
  { name: 'AdminPages', path: '/admin/pages', guard: 'admin' },
  { name: 'NewPage', path: '/admin/pages/new', guard: 'admin' },
  { name: 'PagePreview', path: '/admin/pages/preview', guard: 'admin' },
  { name: 'AdminPage', path: '/admin/pages/{}', guard: 'admin' },
  { name: 'Synonyms', path: '/admin/synonyms', guard: 'admin' },
  { name: 'Menus', path: '/admin/content/menus', guard: 'admin' },
  { name: 'HomeSections', path: '/admin/content/home', guard: 'admin' },
  { name: 'Announcement', path: '/admin/content/announcement', guard: 'admin' },
  { name: 'Redirects', path: '/admin/redirects', guard: 'admin' },
  { name: 'MissingPages', path: '/admin/redirects/missing', guard: 'admin' },
  { name: 'Vouchers', path: '/admin/vouchers', guard: 'admin' },
  { name: 'PriceLists', path: '/admin/price-lists', guard: 'admin' },
  { name: 'PriceList', path: '/admin/price-lists/{}', guard: 'admin' },
  { name: 'Banner', path: '/admin/banner', guard: 'admin' },
  { name: 'NewBanner', path: '/admin/newbanner', guard: 'admin' },
];

/** The session that a path of this site requires. */
export function guardOf(pathname: string): Guard {
  const parts = pathname.split('/').filter(Boolean);
  const found = routeTable.find(({ path }) => {
    const wanted = path.split('/').filter(Boolean);
    return (
      wanted.length === parts.length &&
      wanted.every((want, index) => want === '{}' || want === parts[index])
    );
  });
  return found?.guard ?? null;
}

/** A product's title as a URL slug; `-` if nothing is left of it. Only Latin letters can do without their accents. */
function slug(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase();
  const words = plain.match(/(?:\p{L}\p{M}*|\p{N})+/gu) ?? [];
  return encodeURIComponent(words.join('-') || '-');
}
