/**
 * The bar with price, choice and a second submit button, shown while the form's own button is not visible. Its height is
 * published as `--foot-bar`, so that nothing is covered by it.
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
