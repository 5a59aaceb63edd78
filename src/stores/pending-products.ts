import { cartMessages } from '#shared/first-messages.ts';
import { routes } from '../routes.ts';
import { pendingKey } from './pending-key.ts';
import { moveWithToast } from './toasts.ts';

export interface CartAddition {
  readonly productId: string;
  /** As the page showed it. */
  readonly price: number;
  readonly size?: string | undefined;
  readonly color?: string | undefined;
}

/** A product that a visitor chose; it is added to the cart after the sign-in. */
export interface PendingProduct extends CartAddition {
  readonly quantity: number;
  /** As the page showed them. */
  readonly title?: string | undefined;
  readonly picture?: string | undefined;
  /** The id of its line in the cart, once it was added. */
  readonly line?: string | undefined;
}

const most = 50;

/** What was chosen last comes last. */
export function readPending(): readonly PendingProduct[] {
  // Earlier versions stored a single product, without a quantity.
  const stored: unknown = JSON.parse(sessionStorage.getItem(pendingKey) ?? '[]');
  return [stored].flat().map((it) => ({ quantity: 1, ...(it as CartAddition) }));
}

export function writePending(products: readonly PendingProduct[]): void {
  if (products.length > 0) sessionStorage.setItem(pendingKey, JSON.stringify(products));
  else sessionStorage.removeItem(pendingKey);
}

/** Title and picture next to the button of a product. */
function shownAt(productId: string): Pick<PendingProduct, 'title' | 'picture'> {
  const buttons = document.querySelectorAll<HTMLElement>('[data-add-to-cart]');
  const button = [...buttons].find((it) => it.dataset['addToCart'] === productId);
  const place = button?.closest('article, main');
  return {
    title: place?.querySelector('h1, h2, h3')?.textContent.trim(),
    picture: place?.querySelector('img')?.currentSrc,
  };
}

/** The same choice again is more pieces of it. */
function withMore(all: readonly PendingProduct[], chosen: PendingProduct): PendingProduct[] {
  const isSame = ({ productId, size, color }: CartAddition) =>
    productId === chosen.productId && size === chosen.size && color === chosen.color;
  const quantity = (all.find(isSame)?.quantity ?? 0) + chosen.quantity;
  return [...all.filter((it) => !isSame(it)), { ...chosen, quantity }].slice(-most);
}

/** Keeps the items of a link, and moves to the login. */
export function keepLinked(items: readonly PendingProduct[]): void {
  writePending(items.reduce(withMore, [...readPending()]));
  location.assign(routes.userLogin(routes.cart()));
}

/** Keeps what a visitor chose, and moves to the login. */
export function keepUntilLogin(chosen: CartAddition, from: 'list' | 'detail'): void {
  const last = { ...chosen, ...shownAt(chosen.productId), quantity: 1 };
  writePending(withMore(readPending(), last));
  const login = routes.userLogin(location.pathname + location.search);
  if (from === 'detail') moveWithToast(login, 'info', cartMessages.addFailedOnDetail);
  else location.assign(login);
}
