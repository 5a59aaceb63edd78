/**
 * The bar with price, choice and a second button of the product's form: shown while the form's own button is out of sight. How
 * high it stands is told to all that must not be behind it, as `--foot-bar`.
 */
export function startBuyBar(): void {
  const bar = document.querySelector<HTMLElement>('[data-buy-bar]');
  const own = document.querySelector('form.buy [data-add-to-cart]');
  if (!bar || !own) return;
  const root = document.documentElement;
  new ResizeObserver(() => {
    root.style.setProperty('--foot-bar', `${bar.offsetHeight}px`);
  }).observe(bar);
  new IntersectionObserver(
    ([entry]) => {
      bar.hidden = entry?.isIntersecting ?? true;
    },
    { threshold: 0.9 },
  ).observe(own);
}
