import { addToCart } from '../stores/cart.ts';

/** Loaded after something was added, by a button or the login. If that fails, the toast has already confirmed it. */
export const showPanel = (button?: HTMLElement): Promise<void> =>
  import('./added-panel.ts').then((it) => it.showAdded(button)).catch(() => undefined);

/**
 * All add-to-cart buttons, on cards and product pages: `data-add-to-cart` is the product's id, `data-price` its
 * price, `data-screen` is `detail` on its own page. Size and colour come from the form that the button submits, or,
 * where there is one of each only, from `data-size` and `data-color`.
 */
export function watchAddButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-add-to-cart]')) {
    button.disabled = false;
    button.removeAttribute('data-hydrating');
  }
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element
        ? event.target.closest<HTMLButtonElement>('[data-add-to-cart]')
        : null;
    if (!button) return;
    event.preventDefault();
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    const { addToCart: productId = '', price, screen, size, color } = button.dataset;
    const options = new FormData(button.form ?? undefined);
    const chosen = (name: string) => options.get(name)?.toString();
    const garment = {
      productId,
      price: Number(price),
      size: chosen('size') ?? size,
      color: chosen('color') ?? color,
    };
    void addToCart(garment, screen === 'detail' ? 'detail' : 'list')
      .then((added) => (added ? showPanel(button) : undefined))
      .finally(() => {
        button.ariaBusy = null;
      });
  });
}
