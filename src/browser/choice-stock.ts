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

// A live region says again what is written again.
const write = (it: Element | null, text: string): void => {
  if (it && it.textContent.trim() !== text) it.textContent = text;
};

const form = document.querySelector<HTMLFormElement>('form.buy');

/** Marks what is sold out with what is chosen, says price and stock of the choice, and offers a mail instead of the cart. */
function sayStock(): void {
  if (!form) return;
  // Written by the page itself, where its variants differ in price or stock.
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
    // Enter in the form would press it though it is hidden.
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
