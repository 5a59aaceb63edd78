import { formatPrice } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { routes } from '../routes.ts';
import { changeChoice } from '../stores/cart-changes.ts';
import { $addedLines, $cartItems } from '../stores/cart.ts';
import { toastError } from '../stores/toasts.ts';
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

/** An added item. */
function garment(line: CartItem): { node: HTMLElement; update: (now: CartItem) => void } {
  const picture = element('img', { alt: '', width: 96, height: 120 });
  const choice = element('p', { className: 'added__choice' });
  const price = element('p', {});
  const update = (now: CartItem): void => {
    const src = linePicture(now);
    if (src) picture.src = pictureUrl(src, 320);
    else picture.remove();
    choice.textContent = choiceOf(now);
    const times = now.quantity > 1 ? ` × ${now.quantity}` : '';
    price.textContent = linePrice(now) + times;
  };
  const name = element('p', { className: 'added__name' }, line.product.title);
  const words = element('div', { className: 'added__words' }, name, choice, price);
  return { node: element('div', { className: 'added__garment' }, picture, words), update };
}

/** The added items, the missing choices of a single one (the cart asks for those of several), and links to continue. */
function contents(
  lines: readonly CartItem[],
  panel: HTMLElement,
): { nodes: HTMLElement[]; update: () => void } {
  const subtotal = element('dd', {});
  const checkout = element('a', { className: 'button' }, 'Checkout');
  const garments = lines.map(garment);
  const asked = lines.length === 1 ? lines.map(questions) : [];
  const fields = asked.flatMap((it) => it.fields);

  const update = (): void => {
    const items = $cartItems.get();
    for (const [at, line] of lines.entries()) {
      const now = items.find((it) => it._id === line._id) ?? line;
      garments[at]?.update(now);
      asked[at]?.update(now);
    }
    subtotal.textContent = formatPrice(cartTotal(items));
    checkout.href = items.some(isBlocked) ? routes.cart() : routes.userOrder();
  };
  checkout.addEventListener('click', (event) => {
    const open = fields
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
  const sum = element('dl', { className: 'added__sum' }, element('dt', {}, 'Subtotal'), subtotal);
  const ways = element('div', { className: 'added__ways' }, checkout, onward);
  return { nodes: [title, ...garments.map((it) => it.node), ...fields, sum, ways], update };
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

/** Retries what the login could not add. On the cart and at the checkout, what it added is there to see. */
async function linesOfLogin(): Promise<readonly CartItem[]> {
  const { addPendingProducts, takeAddedLines } = await import('../stores/pending-adding.ts');
  const problem = await addPendingProducts();
  if (problem) toastError(problem);
  const lines = await takeAddedLines();
  return [routes.cart(), routes.userOrder()].includes(location.pathname) ? [] : lines;
}

/** Shows the items that a button has just added, which then gets the focus back, or those that the login has added. */
export async function showAdded(opener?: HTMLElement): Promise<void> {
  const lines = opener ? $addedLines.get() : await linesOfLogin();
  if (lines.length === 0) return;
  panel ??= make();
  const here = panel;
  stop?.();
  const { nodes, update } = contents(lines, here);
  here.replaceChildren(...nodes);
  const unlisten = $cartItems.listen(update);
  const closed = ({ newState }: ToggleEvent): void => {
    if (newState !== 'closed') return;
    stop?.();
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || here.contains(activeElement)) {
      opener?.focus();
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
