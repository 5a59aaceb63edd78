import { formatPrice } from '#shared/domain/money.ts';
import { priceSteps, quantityText, type CompanyProduct } from '../storefront/company-price.ts';
import { fitting, lowestPrice, type Choice, type Stocked } from '../storefront/stock.ts';
import { $companyName } from '../stores/company-name.ts';
import style from './company-prices.css?inline';

/** The variants that match the form's current choice. */
function openChoices(form: HTMLFormElement): Choice[] {
  const values = (name: string): (string | null)[] => {
    const radios = [...form.querySelectorAll<HTMLInputElement>(`[type="radio"][name="${name}"]`)];
    const chosen = radios.filter((it) => it.checked);
    const open = (chosen.length > 0 ? chosen : radios).map((it) => it.value);
    return open.length > 0 ? open : [null];
  };
  return values('color').flatMap((color) => values('size').map((size) => ({ color, size })));
}

/** The shop price of the choice, in the shop's currency. */
function shopPrice(form: HTMLFormElement, { retail }: CompanyProduct): number {
  const variants = JSON.parse(form.dataset['variants'] ?? '[]') as Stocked[];
  const chosen = new FormData(form);
  const left = fitting(variants, {
    size: chosen.get('size')?.toString(),
    color: chosen.get('color')?.toString(),
  });
  return left.length > 0 ? lowestPrice(left) : retail;
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...children);
  return made;
}

/** A horizontal table, so that its height does not depend on the number of prices. */
function tableOf(steps: ReturnType<typeof priceSteps>): HTMLElement {
  const rowOf = (head: string, cells: HTMLElement[]) => {
    const name = element('th', '', head);
    name.setAttribute('scope', 'row');
    return element('tr', '', name, ...cells);
  };
  const quantities = steps.map(({ quantity }) => {
    const head = element('th', '', `${quantity}+`);
    head.setAttribute('scope', 'col');
    return head;
  });
  const prices = steps.map(({ price }) => element('td', '', formatPrice(price)));
  return element(
    'table',
    '',
    element('caption', 'visually-hidden', 'Unit price by quantity'),
    element('tbody', '', rowOf('Pieces', quantities), rowOf('Each', prices)),
  );
}

/** Replaces the shop's price by the company's, with all prices by quantity below. Follows the choice. */
export function showProductPrice(
  place: HTMLElement,
  product: CompanyProduct,
  taxFree: boolean,
): void {
  const form = document.querySelector<HTMLFormElement>('form.buy');
  const box = document.querySelector<HTMLElement>('[data-company-prices]');
  if (!form || !box) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  let shown = '';
  // Elements in which the page shows the shop's price.
  const inBar = document.querySelector<HTMLElement>('[data-buy-bar] [data-chosen-price]');
  delete inBar?.dataset['chosenPrice'];

  const show = (): void => {
    if (!$companyName.get()) {
      if (inBar) inBar.dataset['chosenPrice'] = '';
      return box.replaceChildren();
    }
    const steps = priceSteps(product, openChoices(form));
    const [first] = steps;
    if (!first) return;
    const before = shopPrice(form, product);
    const state = JSON.stringify([steps, before]);
    const now = `${first.ofAll ? '' : 'From '}${formatPrice(first.price)}`;
    if (inBar) inBar.textContent = now;
    const old = element('s', '', element('span', 'visually-hidden', 'Price in the shop: '));
    old.append(formatPrice(before));
    const label = element('span', 'visually-hidden', 'Your price: ');
    // Left unchanged if equal, to not disturb readers.
    if (state === shown) return;
    shown = state;
    place.replaceChildren(label, now, ' ', ...(first.price < before ? [old] : []));
    const note = [
      quantityText(product),
      steps.length > 1 || quantityText(product) ? 'All sizes and colors together' : '',
      taxFree ? 'Excluding tax' : '',
      steps.every((it) => it.ofAll) ? '' : 'Some sizes or colors cost more',
    ].filter(Boolean);
    box.replaceChildren(
      element('p', 'company-prices__title', `Prices for ${$companyName.get()}`),
      ...(steps.length > 1
        ? [Object.assign(element('div', 'company-prices__table', tableOf(steps)), { tabIndex: 0 })]
        : []),
      ...(note.length > 0 ? [element('p', 'company-prices__note', `${note.join('. ')}.`)] : []),
    );
  };

  show();
  document.addEventListener('choice', show);
}
