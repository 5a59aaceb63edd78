/** The routes of wholesale, separate so that product pages do not load them. */
export const companyRoutes = {
  wholesale: () => '/wholesale',
  userCompany: () => '/user/company',
  companies: () => '/admin/companies',
  adminCompany: (id: string) => `/admin/companies/${encodeURIComponent(id)}`,
  userQuotes: () => '/user/quotes',
  userQuote: (id: string) => `/user/quotes/${encodeURIComponent(id)}`,
  quickOrder: () => '/user/quick-order',
  quotes: () => '/admin/quotes',
  adminQuote: (id: string) => `/admin/quotes/${encodeURIComponent(id)}`,
  priceLists: () => '/admin/price-lists',
  priceList: (id: string) => `/admin/price-lists/${encodeURIComponent(id)}`,
  orderedOnTerms: (order: string) => `/checkout/complete?order=${encodeURIComponent(order)}`,
  newOrder: () => '/admin/neworder',
} as const;
