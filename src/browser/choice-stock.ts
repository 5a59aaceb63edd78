import {
  fitting,
  isSoldOut,
  lowestPrice,
  priceText,
  stockText,
  type Stocked,
} from '../storefront/stock.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { showRequest } from './stock-request.ts';

let show: typeof showRequest | undefined;

// Rewriting a live region announces it again.
const write = (it: Element | null, text: string): void => {
  if (it && it.textContent.trim() !== text) it.textContent = text;
};

const form = document.querySelector<HTMLFormElement>('form.buy');

/**
 * Marks sold-out options for the current choice, shows its price and stock, and offers an email notification if it is sold out.
 */
function sayStock(): void {
  if (!form) return;
  // Rendered by the page if its variants differ in price or stock.
  const variants = JSON.parse(form.dataset['variants'] ?? '[]') as Stocked[];
  const radios = [...form.querySelectorAll<HTMLInputElement>('[type="radio"]')];
  const chosen: Record<string, string> = {};
  for (const it of radios) if (it.checked) chosen[it.name] = it.value;
  const left = fitting(variants, chosen);
  if (left.length === 0) return;
  for (const radio of radios) {
    const { name, value, dataset } = radio;
    const soldOut = isSoldOut(fitting(variants, { ...chosen, [name]: value }));
    radio.toggleAttribute('data-out', soldOut);
    radio.ariaLabel = `${dataset['name'] ?? value}${soldOut ? ', sold out' : ''}`;
  }
  const soldOut = isSoldOut(left);
  const isOpen = form.querySelector('[data-question]:not(:has(:checked))') !== null;
  const line = form.querySelector('.availability');
  write(line, stockText(left));
  line?.setAttribute('data-available', String(!soldOut));
  for (const it of document.querySelectorAll('[data-chosen-price]')) write(it, priceText(left));
  for (const it of document.querySelectorAll<HTMLElement>('[data-price-plus]'))
    write(it, formatPrice(lowestPrice(left) + Number(it.dataset['pricePlus'])));
  for (const add of document.querySelectorAll<HTMLButtonElement>(
    '[data-add-to-cart][data-screen]',
  )) {
    // Enter in the form would trigger it even if hidden.
    add.hidden = add.disabled = soldOut;
  }
  const ask = document.querySelector<HTMLElement>('[data-ask-first]');
  if (ask) ask.hidden = !soldOut || !isOpen;
  const wished = soldOut && !isOpen ? chosen : null;
  if (show) show(wished);
  else if (wished) {
    void import('./stock-request.ts').then(
      (it) => {
        show = it.showRequest;
        sayStock();
      },
      () => undefined,
    );
  }
}

sayStock();
document.addEventListener('choice', sayStock);
