import { addToCart } from '../../stores/cart.ts';
import { colourChosen } from './gallery.ts';

/** The chosen option of a group of radios; undefined where the product has none. */
function chosen(form: HTMLFormElement, name: string): string | undefined {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : undefined;
}

function startOne(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  const name = form.querySelector<HTMLElement>('[data-colour-name]');

  if (button?.hasAttribute('data-asleep')) {
    button.disabled = false;
    button.removeAttribute('data-asleep');
  }

  form.addEventListener('change', (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.name !== 'color') return;
    if (name) name.textContent = input.dataset['name'] ?? input.value;
    document.dispatchEvent(new CustomEvent(colourChosen, { detail: input.value }));
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button || button.getAttribute('aria-busy') === 'true') return;
    const size = chosen(form, 'size');
    const color = chosen(form, 'color');
    button.setAttribute('aria-busy', 'true');
    void addToCart(
      {
        productId: form.dataset['product'] ?? '',
        price: Number(form.dataset['price']),
        ...(size === undefined ? {} : { size }),
        ...(color === undefined ? {} : { color }),
      },
      'detail',
    ).finally(() => button.removeAttribute('aria-busy'));
  });
}

export function startBuyForm(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-buy-form]')) {
    startOne(form);
  }
}
