import { toastError } from '../stores/toasts.ts';
import { wishesKey } from '../stores/wishes-key.ts';
import { noAnswer } from '../api/client.ts';

/** The rest is loaded when the first heart is pressed, or where hearts may be set: pages come from a cache, without them. */
const load = () => import('./hearts.ts');

function showHearts(): void {
  try {
    if (!('signedIn' in document.documentElement.dataset || localStorage.getItem(wishesKey)))
      return;
  } catch {
    // This browser stores nothing.
    return;
  }
  load()
    .then((it) => it.showHearts())
    .catch(() => undefined);
}

/** All hearts, on cards and product pages: `data-heart` is the product's id. */
export function watchHearts(): void {
  showHearts();
  addEventListener('storage', showHearts);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) showHearts();
  });
  document.addEventListener('click', ({ target }) => {
    const heart = target instanceof Element && target.closest<HTMLButtonElement>('[data-heart]');
    if (!heart) return;
    const wished = heart.ariaPressed !== 'true';
    heart.ariaPressed = String(wished);
    load()
      .then((it) => it.press(heart, wished))
      .catch(() => {
        heart.ariaPressed = String(!wished);
        toastError(noAnswer.message);
      });
  });
}
