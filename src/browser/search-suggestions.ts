import type { z } from 'zod';
import { formatPrice } from '#shared/domain/money.ts';
import type { Product, productsReply } from '#shared/schemas/products.ts';
import { call } from '../api/client.ts';
import { picturesFor, productLink, soldOutText } from '../storefront/catalogue/asked-choice.ts';
import { pictureUrl } from '../ui/picture-url.ts';
import style from './search-suggestions.css?inline';

/** Fewer letters match too much. */
const fewestLetters = 2;
const mostSuggestions = 6;
const typingPause = 150;

function elementOf(name: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

function optionOf(product: Product, index: number): HTMLElement {
  const { _id, title, price } = product;
  const [src] = picturesFor(product);
  const option = elementOf('li', '');
  option.id = `suggestion-${index}`;
  option.role = 'option';
  option.ariaSelected = 'false';
  const frame = elementOf(src ? 'img' : 'span', 'frame');
  if (src && frame instanceof HTMLImageElement) {
    frame.alt = '';
    frame.src = pictureUrl(src, 160);
  }
  const cost = elementOf('span', 'price', formatPrice(price));
  cost.dataset['priceOf'] = _id;
  const name = elementOf('span', 'title', title);
  const soldOut = soldOutText(product);
  if (soldOut) name.append(elementOf('span', 'sold-out', soldOut));
  option.append(frame, name, cost);
  return option;
}

/**
 * Turns the search box into an ARIA combobox with product suggestions; Enter without a selection searches normally. Idempotent.
 */
export function startSuggestions(input: HTMLInputElement): void {
  if (input.role === 'combobox') return;
  const list = elementOf('ul', 'suggestions');
  const said = elementOf('p', 'visually-hidden');
  // The content security policy forbids style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  list.id = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Products';
  list.hidden = true;
  said.role = 'status';
  input.role = 'combobox';
  input.autocomplete = 'off';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  input.setAttribute('aria-controls', list.id);
  input.after(list, said);

  let products: readonly Product[] = [];
  let active = -1;
  let timer: number | undefined;
  /** The latest query; responses to others are stale. */
  let asked = '';

  function activate(index: number): void {
    active = index;
    for (const [at, option] of [...list.children].entries()) {
      option.ariaSelected = String(at === index);
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `suggestion-${index}`);
  }

  function show(found: readonly Product[]): void {
    products = found;
    list.replaceChildren(...found.map(optionOf));
    list.hidden = found.length === 0;
    input.ariaExpanded = String(found.length > 0);
    activate(-1);
  }

  function close(): void {
    clearTimeout(timer);
    asked = '';
    show([]);
  }

  async function suggest(q: string): Promise<void> {
    asked = q;
    const params = new URLSearchParams({ q, limit: String(mostSuggestions) }).toString();
    const path = `/products/search?${params}`;
    const reply = await call<z.infer<typeof productsReply>>(path, { products: 'array' });
    if (asked !== q) return;
    // Without a response it remains a plain search box.
    show(reply.ok ? reply.products : []);
    const many = products.length;
    said.textContent = many === 0 ? 'No suggestions' : `${many} suggestion${many === 1 ? '' : 's'}`;
  }

  function open(index: number): void {
    const product = products[index];
    if (product) location.assign(productLink(product));
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    const q = input.value.trim();
    if (q.length < fewestLetters) close();
    else timer = window.setTimeout(() => void suggest(q), typingPause);
  });
  input.addEventListener('keydown', (event) => {
    const last = products.length - 1;
    if (event.isComposing || last < 0) return;
    if (event.key === 'ArrowDown') activate(active === last ? -1 : active + 1);
    else if (event.key === 'ArrowUp') activate(active < 0 ? last : active - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) open(active);
    else return;
    event.preventDefault();
  });
  // Before the box loses focus, which closes the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('li') : null;
    if (option) open([...list.children].indexOf(option));
  });
  input.addEventListener('blur', close);
  // Text typed before this script was loaded.
  if (input.value.trim() !== input.defaultValue.trim()) input.dispatchEvent(new Event('input'));
}
