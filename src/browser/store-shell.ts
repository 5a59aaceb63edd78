import { whenChangedElsewhere } from '../stores/cart-tabs.ts';
import { $cartCount, addPendingProduct, loadCart } from '../stores/cart.ts';
import { readToken } from '../api/tokens.ts';
import { toastError } from '../stores/toasts.ts';
import { watchAddButtons } from './add-buttons.ts';
import { watchConnection } from './connection.ts';
import { watchHeader } from './header.ts';
import { watchForLeaving } from './leaving.ts';
import { startToaster } from './toaster.ts';

/** The script of every store page: header, toasts, the cart's count, the buttons that add to it, the line about the connection. */
const region = document.getElementById('toasts');
if (region) startToaster(region);

const badge = document.querySelector('[data-cart-count]');
$cartCount.subscribe((count) => {
  if (!badge) return;
  badge.textContent = String(count);
  badge.toggleAttribute('data-filled', count > 0);
});
// Asks nothing where nobody is signed in.
void loadCart();
// What could not be added after a login waits for this page.
if (readToken('user')) {
  void addPendingProduct().then((missing) => {
    if (missing) toastError(missing);
  });
}
whenChangedElsewhere(() => void loadCart());

const offline = document.getElementById('offline');
if (offline) watchConnection(offline);

const header = document.querySelector('.site-header');
if (header) watchHeader(header);

const search = document.querySelector<HTMLInputElement>('#site-search');
if (search) {
  // Without a connection the next focus tries again.
  const suggest = (): void =>
    void import('./search-suggestions.ts')
      .then((it) => it.startSuggestions(search))
      .catch(() => undefined);
  search.addEventListener('focus', suggest);
  if (search === document.activeElement) suggest();
  // For its opening on the phone: in the page itself it would take the focus of every page on a desk.
  search.autofocus = true;
}

// The price of a company is no part of a page that all shoppers share.
if ('company' in document.documentElement.dataset) {
  void import('./own-prices.ts').catch(() => undefined);
}

watchAddButtons();
watchForLeaving();
document.documentElement.dataset['ready'] = '';
