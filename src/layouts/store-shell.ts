import { maySignIn } from '../api/tokens.ts';
import { $cartCount, addToCart, loadCart } from '../stores/cart.ts';
import { watchForLeaving } from './leaving.ts';
import { whenChangedElsewhere } from '../stores/cart-tabs.ts';
import { watchConnection } from './connection.ts';
import { startToaster } from './toaster.ts';

/** The header's script: toasts, the cart's count, and every add-to-cart button, islands or not. */
const region = document.getElementById('toasts');
if (region) startToaster(region);

const badges = document.querySelectorAll<HTMLElement>('[data-cart-count]');
$cartCount.subscribe((count) => {
  for (const badge of badges) {
    badge.textContent = String(count);
    badge.toggleAttribute('data-filled', count > 0);
  }
});
const showCart = (): void => {
  if (maySignIn('user')) void loadCart();
};
showCart();
whenChangedElsewhere(showCart);

const offline = document.getElementById('offline');
if (offline) watchConnection(offline);

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest<HTMLElement>('[data-add-to-cart]');
  if (!button) return;
  event.preventDefault();
  const { addToCart: productId, price, size, color, busy } = button.dataset;
  if (!productId || busy) return;
  button.dataset['busy'] = '1';
  const garment = {
    productId,
    price: Number(price),
    ...(size ? { size } : {}),
    ...(color ? { color } : {}),
  };
  void addToCart(garment).finally(() => delete button.dataset['busy']);
});
watchForLeaving();
document.documentElement.dataset['ready'] = '';
