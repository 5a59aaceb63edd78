/** The name of the shop, as the layout wrote it into the page. */
export const shopName = (): string => document.documentElement.dataset['shop'] ?? '';
