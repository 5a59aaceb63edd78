/** The screens of settings for the whole shop, separate so that the pages of the shop do not load them. */
export const settingsRoutes = {
  shop: () => '/admin/settings/shop',
  opening: () => '/admin/settings/opening',
  stock: () => '/admin/settings/stock',
  payments: () => '/admin/settings/payments',
  checkout: () => '/admin/settings/checkout',
  returns: () => '/admin/settings/returns',
  currency: () => '/admin/settings/currency',
  customFields: () => '/admin/settings/custom-fields',
  timeZone: () => '/admin/settings/time-zone',
} as const;
