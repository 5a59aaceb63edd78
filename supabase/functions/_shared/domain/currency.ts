/** In which currency the prices of the shop are, and how many decimals amounts have. */

/** The currencies of ISO 4217 that do not have two decimals, as `private.currency_codes` in SQL. */
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const withThree = 'BHD IQD JOD KWD LYD OMR TND';

export const decimalsOf = (currency: string): number =>
  withoutDecimals.includes(currency) ? 0 : withThree.includes(currency) ? 3 : 2;

interface Page {
  readonly documentElement: { readonly dataset: Readonly<Record<string, string | undefined>> };
}

let onServer = 'USD';

/** For what a server renders and checks; all of it is of one shop. */
export function setShopCurrency(currency: string): void {
  onServer = currency;
}

/** The currency of all prices; in browsers what the layout wrote into the page, which omits dollars. */
export function shopCurrency(): string {
  const { document: page } = globalThis as { document?: Page };
  return page ? (page.documentElement.dataset['currency'] ?? 'USD') : onServer;
}
