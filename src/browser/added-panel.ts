import { formatPrice } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { routes } from '../routes.ts';
import { changeChoice } from '../stores/cart-changes.ts';
import { $addedLine, $cartItems } from '../stores/cart.ts';
import { choices, isBlocked, optionOf, optionsOf } from '../storefront/cart/choice.ts';
import { choiceOf, linePicture } from '../ui/line-choice.ts';
import { linePrice } from '../storefront/cart/line-price.ts';
import { cartTotal } from '../storefront/cart/totals.ts';
import { pictureUrl } from '../ui/picture-url.ts';
import style from './added-panel.css?inline';

type Child = Node | string;

// No React: listing pages have none, and the panel would have to wait for it.
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The missing choices of the added line; a selection is saved to the cart immediately. */
function questions(line: CartItem): { fields: HTMLElement[]; update: (now: CartItem) => void } {
  const open = choices.filter((it) => !line[it.name] && optionsOf(line, it).length > 0);
  const asked = open.map((choice) => {
    const said = element('p', { className: 'field__error', role: 'alert' });
    const options = optionsOf(line, choice).map((value) => new Option(value, value));
    const select = element('select', {}, new Option(choice.question, ''), ...options);
    select.addEventListener('change', () => {
      select.ariaInvalid = null;
      void changeChoice(line._id, { [choice.name]: select.value || null }).then((problem) => {
        said.textContent = problem;
      });
    });
    const label = element('label', {}, choice.label, select);
    return { choice, options, field: element('div', { className: 'field' }, label, said) };
  });
  return {
    fields: asked.map((it) => it.field),
    update: (now) => {
      for (const { choice, options } of asked) {
        for (const option of options) {
          const { text, soldOut } = optionOf(now, choice, option.value);
          option.text = text;
          option.disabled = soldOut && !option.selected;
        }
      }
    },
  };
}

/** The added item, missing choices, and links to continue. */
function contents(
  line: CartItem,
  panel: HTMLElement,
): { nodes: HTMLElement[]; update: () => void } {
  const picture = element('img', { alt: '', width: 96, height: 120 });
  const choice = element('p', { className: 'added__choice' });
  const subtotal = element('dd', {});
  const checkout = element('a', { className: 'button' }, 'Checkout');
  const price = element('p', {});
  const { fields: asked, update: updateQuestions } = questions(line);

  const update = (): void => {
    const items = $cartItems.get();
    const now = items.find((it) => it._id === line._id) ?? line;
    const src = linePicture(now);
    picture.hidden = !src;
    if (src) picture.src = pictureUrl(src, 320);
    choice.textContent = choiceOf(now);
    const times = now.quantity > 1 ? ` × ${now.quantity}` : '';
    price.textContent = linePrice(now) + times;
    updateQuestions(now);
    subtotal.textContent = formatPrice(cartTotal(items));
    checkout.href = items.some(isBlocked) ? routes.cart() : routes.userOrder();
  };
  checkout.addEventListener('click', (event) => {
    const open = asked
      .map((it) => it.querySelector('select'))
      .find((it) => it !== null && it.value === '');
    if (!open) return;
    event.preventDefault();
    const said = open.closest('.field')?.querySelector('p');
    if (said) said.textContent = `${open.options[0]?.text ?? ''}.`;
    open.ariaInvalid = 'true';
    open.focus();
  });
  update();
  const onward = element(
    'button',
    { type: 'button', className: 'button button--quiet' },
    'Continue',
  );
  onward.addEventListener('click', () => panel.hidePopover());
  const title = element('h2', { id: 'added-title' }, 'Added to your cart');
  const words = element(
    'div',
    { className: 'added__words' },
    element('p', { className: 'added__name' }, line.product.title),
    choice,
    price,
  );
  const sum = element('dl', { className: 'added__sum' }, element('dt', {}, 'Subtotal'), subtotal);
  const garment = element('div', { className: 'added__garment' }, picture, words);
  const ways = element('div', { className: 'added__ways' }, checkout, onward);
  return { nodes: [title, garment, ...asked, sum, ways], update };
}

/** Popovers close on Escape and on outside clicks. */
function make(): HTMLElement {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const panel = element('aside', { className: 'added', popover: 'auto', tabIndex: -1 });
  panel.role = 'dialog';
  panel.setAttribute('aria-labelledby', 'added-title');
  document.body.append(panel);
  return panel;
}

let panel: HTMLElement | undefined;
let stop: (() => void) | undefined;

/** Shows the item that was just added. Focus returns to `opener`. */
export function showAdded(opener: HTMLElement): void {
  const line = $addedLine.get();
  if (!line) return;
  panel ??= make();
  const here = panel;
  stop?.();
  const { nodes, update } = contents(line, here);
  here.replaceChildren(...nodes);
  const unlisten = $cartItems.listen(update);
  const closed = ({ newState }: ToggleEvent): void => {
    if (newState !== 'closed') return;
    stop?.();
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || here.contains(activeElement)) {
      opener.focus();
    }
  };
  here.addEventListener('toggle', closed);
  stop = () => {
    unlisten();
    here.removeEventListener('toggle', closed);
    stop = undefined;
  };
  here.showPopover();
  here.focus();
}
