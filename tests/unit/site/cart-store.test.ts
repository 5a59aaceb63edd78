import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from './browser-globals.ts';

/** The server's cart, and answers that come when the test lets them. */
let lines: number;
let quantity: number;
/** The answer to each add instead of a new line. */
let addAnswer: (() => Response) | null;
let held: (() => void)[];
let hold: boolean;
let calls: string[];
/** What the browser completes without the page. */
let kept: string[];
/** The bodies of the adds. */
let sent: { size?: string }[];
let moves: string[];
let storage: Map<string, string>;
/** The answers about visits, by the end of the path. */
let visits: Record<string, () => Response>;

beforeEach(() => {
  lines = 0;
  quantity = 1;
  addAnswer = null;
  held = [];
  hold = false;
  calls = [];
  kept = [];
  sent = [];
  moves = [];
  visits = {};
  storage = new Map([['userToken', 'token']]);
  vi.resetModules();
  stubBrowser(storage);
  vi.stubGlobal('location', {
    pathname: '/product/7/shirt',
    search: '',
    assign: (address: string) => moves.push(address),
  });
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    calls.push(`${request.method} ${path}`);
    if (request.keepalive) kept.push(path.split('/').at(-2) ?? '');
    const visit = visits[path.split('/').at(-1) ?? ''];
    if (visit) return visit();
    const line = (it: number) => ({
      ...{ _id: String(it), product: { _id: '7' }, quantity, size: sent[it]?.size },
    });
    if (path.includes('update-quantity')) ({ quantity } = await request.json());
    const products = () => Array.from({ length: lines }, (_, it) => line(it));
    const seen = { message: 'ok', cart: { products: products() } };
    if (hold) await new Promise<void>((resolve) => held.push(resolve));
    if (path.endsWith('add-to-cart')) {
      if (addAnswer) return addAnswer();
      sent.push(await request.json());
      lines += 1;
      return Response.json({ message: 'ok', cart: { products: products() } });
    }
    return Response.json(seen);
  });
});

afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('../../../src/stores/cart.ts')),
  ...(await import('../../../src/stores/cart-changes.ts')),
  ...(await import('../../../src/stores/pending-adding.ts')),
  ...(await import('../../../src/stores/pending-products.ts')),
  ...(await import('../../../src/stores/toasts.ts')),
});
const shirt = { productId: '7', price: 19.5, size: 'M' };

describe('the cart', () => {
  test('the count rises by one with each garment, and says so', async () => {
    const { $cartCount, $toasts, addToCart } = await load();
    expect(await addToCart(shirt)).toBe(true);
    expect($cartCount.get()).toBe(1);
    expect($toasts.get()).toMatchObject([
      { kind: 'success', message: 'Product Added To Cart.', time: 3000 },
    ]);
  });

  test('the count stays where the garment becomes part of a line that is there', async () => {
    const { $cartCount, addToCart, loadCart } = await load();
    await addToCart(shirt);
    const line = { _id: '0', product: { _id: '7' }, quantity: 2 };
    addAnswer = () => Response.json({ message: 'ok', cart: { products: [line] } });
    await addToCart(shirt);
    expect($cartCount.get()).toBe(1);
    await loadCart();
    expect($cartCount.get()).toBe(1);
  });

  test('a fetch that began before an add does not take the add back', async () => {
    const { $cartCount, addToCart, loadCart } = await load();
    hold = true;
    const loading = loadCart();
    const adding = addToCart(shirt);
    await expect.poll(() => held.length).toBe(1);
    hold = false;
    held.forEach((release) => release());
    await Promise.all([loading, adding]);
    expect($cartCount.get()).toBe(1);
  });

  test('a fetch that began before a quantity was chosen does not show the old one', async () => {
    const { $cartItems, changeQuantity, loadCart } = await load();
    lines = 1;
    await loadCart();
    hold = true;
    const loading = loadCart();
    await expect.poll(() => held.length).toBe(1);
    const changing = changeQuantity('0', 2);
    hold = false;
    held.forEach((release) => release());
    await loading;
    expect($cartItems.get()).toMatchObject([{ quantity: 2 }]);
    await changing;
    expect($cartItems.get()).toMatchObject([{ quantity: 2 }]);
  });

  test('a size that was chosen just before the page closes is still sent', async () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const { changeChoice, changeQuantity, loadCart } = await load();
    lines = 1;
    await loadCart();
    hold = true;
    const changes = [changeQuantity('0', 2), changeChoice('0', { size: 'L' })];
    await expect.poll(() => held.length).toBe(1);
    page.dispatchEvent(new Event('pagehide'));
    await expect.poll(() => kept).toEqual(['update-quantity', 'update-choice']);
    hold = false;
    held.forEach((release) => release());
    await Promise.all(changes);
    expect(kept).toHaveLength(2);
  });

  test('a fetch between two adds waits for the first and keeps the second', async () => {
    const { $cartCount, addToCart, loadCart } = await load();
    await Promise.all([addToCart(shirt), loadCart(), addToCart(shirt)]);
    expect($cartCount.get()).toBe(2);
    expect(calls.map((it) => it.split('/').at(-1))).toEqual([
      'add-to-cart',
      'get-cart',
      'add-to-cart',
    ]);
  });
});

describe('without a sign-in', () => {
  beforeEach(() => storage.delete('userToken'));

  test('one goes to the login, and all that was chosen follows after it, once', async () => {
    const { addToCart, addPendingProducts, takeAddedLines } = await load();
    expect(await addToCart(shirt)).toBe(false);
    expect(moves).toEqual(['/login?next=%2Fproduct%2F7%2Fshirt']);
    await addToCart({ ...shirt, size: 'L' });
    await addToCart(shirt);
    expect(calls.every((it) => it === 'GET /api/v1/shop/checkout')).toBe(true);
    storage.set('userToken', 'token');
    await addPendingProducts();
    await addPendingProducts();
    expect(sent).toMatchObject([
      { productId: '7', size: 'L', quantity: 1 },
      { productId: '7', size: 'M', quantity: 2 },
    ]);
    expect(await takeAddedLines()).toMatchObject([{ size: 'L' }, { size: 'M' }]);
    expect(await takeAddedLines()).toEqual([]);
  });

  test('a visitor’s choices have an end: the last fifty stay', async () => {
    const { addToCart, readPending } = await load();
    for (let size = 1; size <= 51; size += 1) await addToCart({ ...shirt, size: String(size) });
    expect(readPending().map((it) => it.size)).toEqual(
      Array.from({ length: 50 }, (_, at) => String(at + 2)),
    );
  });

  test('what an earlier version of the shop stored follows too', async () => {
    const { addPendingProducts } = await load();
    storage.set('hemline:pending-product', JSON.stringify(shirt));
    storage.set('userToken', 'token');
    await addPendingProducts();
    expect(sent).toMatchObject([{ ...shirt, quantity: 1 }]);
  });

  test('a garment that could not follow says so and is tried again, unless that would end the same way', async () => {
    const { addToCart, addPendingProducts } = await load();
    await addToCart(shirt);
    storage.set('userToken', 'token');
    addAnswer = () => Response.json({ message: 'Busy', code: 'unavailable' }, { status: 503 });
    expect(await addPendingProducts()).toBe('An Error Occurred. Please try again!');
    addAnswer = () =>
      Response.json({ message: 'Sold out.', code: 'out_of_stock' }, { status: 409 });
    expect(await addPendingProducts()).toBe('Sold out.');
    addAnswer = null;
    expect(await addPendingProducts()).toBe('');
    expect(lines).toBe(0);
  });

  test('the detail page says so on the login page', async () => {
    const { $toasts, addToCart, showKeptToast } = await load();
    await addToCart(shirt, 'detail');
    expect(moves).toHaveLength(1);
    showKeptToast();
    expect($toasts.get()).toMatchObject([{ kind: 'info', message: 'An Error Occurred' }]);
  });
});

test('an add that failed says so in a list, for nine seconds', async () => {
  const { $cartCount, $toasts, addToCart } = await load();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await addToCart(shirt)).toBe(false);
  expect($cartCount.get()).toBe(0);
  expect($toasts.get()).toMatchObject([
    { kind: 'error', message: 'An Error Occurred. Please try again!', time: 9000 },
  ]);
});

describe('where everybody may order', () => {
  beforeEach(() => {
    storage.delete('userToken');
    visits = {
      checkout: () => Response.json({ whoMayOrder: 'everybody' }),
      visit: () => Response.json({ visitorToken: 'visitor' }, { status: 201 }),
    };
  });
  const visited = () => calls.filter((it) => it.endsWith('/auth/visit')).length;

  test('one visit takes all that is added, also by two presses at once', async () => {
    const { addToCart } = await load();
    expect(await Promise.all([addToCart(shirt), addToCart(shirt)])).toEqual([true, true]);
    expect(await addToCart(shirt)).toBe(true);
    expect([visited(), lines, storage.get('visitorToken'), moves]).toEqual([1, 3, 'visitor', []]);
  });

  test('a visit whose cart moved to an account is followed by a fresh one, and the press counts', async () => {
    const { addToCart } = await load();
    storage.set('visitorToken', 'moved');
    addAnswer = () => {
      addAnswer = null;
      return Response.json({ message: 'Please sign in', code: 'session_over' }, { status: 401 });
    };
    expect(await addToCart(shirt)).toBe(true);
    expect([visited(), lines, storage.get('visitorToken')]).toEqual([1, 1, 'visitor']);
    addAnswer = () => Response.json({ message: 'No', code: 'session_over' }, { status: 401 });
    expect(await addToCart(shirt)).toBe(false);
    expect([visited(), moves.length]).toEqual([2, 1]);
  });

  test('too many visits from an address are said, and the page stays', async () => {
    const { $toasts, addToCart } = await load();
    const message = 'Too many attempts';
    visits['visit'] = () => Response.json({ message, code: 'too_many_requests' }, { status: 429 });
    expect(await addToCart(shirt)).toBe(false);
    expect($toasts.get()).toMatchObject([{ kind: 'error', message }]);
    expect(moves).toEqual([]);
  });
});
