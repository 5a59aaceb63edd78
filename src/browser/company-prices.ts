import { formatPrice } from '#shared/domain/money.ts';
import { fetchCompanyPrices } from '../api/wholesale.ts';
import { maySignIn } from '../api/tokens.ts';
import { setCompanyName, $companyName } from '../stores/company-name.ts';
import { type CompanyProduct } from '../storefront/company-price.ts';
import { showProductPrice } from './company-product-price.ts';

/** Loads the company's prices; the page itself comes from a cache that all shoppers share. */
const known = new Map<string, CompanyProduct>();
const asked = new Set<string>();
let taxFree = false;
/** The original content for all shoppers. */
const retail = new Map<HTMLElement, Node[]>();
/** The maximum per request. */
const most = 100;

const places = () => [...document.querySelectorAll<HTMLElement>('[data-price-of]')];
const idOf = (it: HTMLElement): string => it.dataset['priceOf'] ?? '';

const hidden = (text: string): HTMLElement =>
  Object.assign(document.createElement('span'), {
    className: 'visually-hidden',
    textContent: text,
  });

function showPrice(place: HTMLElement): void {
  const product = known.get(idOf(place));
  if (!product || retail.has(place)) return;
  retail.set(place, [...place.childNodes]);
  if (place.dataset['priceScreen'] !== undefined) {
    return showProductPrice(place, product, taxFree);
  }
  const { lowest, varies } = product;
  if (lowest === product.retail) return;
  const before = document.createElement('s');
  before.append(hidden('Price in the shop: '), formatPrice(product.retail));
  place.replaceChildren(
    hidden('Your price: '),
    `${varies ? 'From ' : ''}${formatPrice(lowest)} `,
    before,
  );
}

/** The shopper no longer buys for a company. */
function forget(): void {
  for (const [place, nodes] of retail) place.replaceChildren(...nodes);
  retail.clear();
  known.clear();
  asked.clear();
  delete document.documentElement.dataset['company'];
  document.dispatchEvent(new Event('choice'));
}

/** One request for all products whose prices are unknown. */
async function ask(): Promise<void> {
  const ids = [...new Set(places().map(idOf))].filter((it) => !asked.has(it));
  for (const id of ids) asked.add(id);
  for (let at = 0; at < ids.length; at += most) {
    const reply = await fetchCompanyPrices(ids.slice(at, at + most));
    if (!reply.ok && reply.status !== 401) {
      // Retries with the next list of products.
      for (const id of ids) asked.delete(id);
      return;
    }
    const prices = reply.ok ? reply.prices : null;
    setCompanyName(prices?.company ?? '');
    taxFree = prices?.taxFree ?? false;
    for (const product of prices?.products ?? []) known.set(product._id, product);
  }
  for (const place of places()) showPrice(place);
  const grid = document.querySelector<HTMLElement>('[data-order-grid]');
  const own = known.get(grid?.dataset['orderGrid'] ?? '');
  if (!grid || !own) return;
  // Once.
  delete grid.dataset['orderGrid'];
  await import('./order-grid.ts').then((it) => it.showGrid(grid, own)).catch(() => undefined);
}

function update(): void {
  // Elements that were replaced would be kept in memory.
  for (const place of retail.keys()) if (!place.isConnected) retail.delete(place);
  if (!$companyName.get() || !maySignIn('user')) return setCompanyName('');
  for (const place of places()) showPrice(place);
  if (places().some((it) => !asked.has(idOf(it)))) void ask();
}

$companyName.listen((company) => company || forget());
update();
// Filters and suggestions add products.
new MutationObserver(update).observe(document.body, { childList: true, subtree: true });
addEventListener('pageshow', ({ persisted }) => {
  // A page in the back/forward cache misses a sign-out.
  if (persisted && !maySignIn('user')) setCompanyName('');
});
