import { whenChangedElsewhere } from '../stores/cart-tabs.ts';
import { $cartCount, loadCart } from '../stores/cart.ts';
import { pendingKey } from '../stores/pending-key.ts';
import { readToken } from '../api/tokens.ts';
import { showPanel, watchAddButtons } from './add-buttons.ts';
import { watchConnection } from './connection.ts';
import { watchHeader } from './header.ts';
import { watchForLeaving } from './leaving.ts';
import { startToaster } from './toaster.ts';
import { watchHearts } from './watch-hearts.ts';

/** The script of every store page: header, toasts, cart count, add-to-cart buttons, offline notice. */
const region = document.getElementById('toasts');
if (region) startToaster(region);

const badge = document.querySelector('[data-cart-count]');
$cartCount.subscribe((count) => {
  if (!badge) return;
  badge.textContent = String(count);
  badge.toggleAttribute('data-filled', count > 0);
});
// Makes no request if nobody is signed in.
void loadCart();
// What was chosen before the login.
if (readToken('user') && sessionStorage.getItem(pendingKey)) void showPanel();
whenChangedElsewhere(() => void loadCart());

const offline = document.getElementById('offline');
if (offline) watchConnection(offline);

const header = document.querySelector('.site-header');
if (header) watchHeader(header);

const search = document.querySelector<HTMLInputElement>('#site-search');
if (search) {
  // Offline, the next focus retries.
  const suggest = (): void =>
    void import('./search-suggestions.ts')
      .then((it) => it.startSuggestions(search))
      .catch(() => undefined);
  search.addEventListener('focus', suggest);
  if (search === document.activeElement) suggest();
  // Focuses the field when it is opened on phones; `autofocus` would take the focus of every page on desktop.
  search.autofocus = true;
}

// Company prices must not be part of the shared page.
if ('company' in document.documentElement.dataset) {
  void import('./company-prices.ts').catch(() => undefined);
}

watchAddButtons();
watchHearts();
watchForLeaving();
document.documentElement.dataset['ready'] = '';
