import { firstPictureAwaited, firstPictureShown } from './first-picture-script.ts';

/** Loads the carousel script after the page; until then, banners are a scrollable strip. */
export function startCarousel(): void {
  const roots = [...document.querySelectorAll<HTMLElement>('[data-banner-carousel]')];
  // One banner alone needs no carousel.
  const several = roots.filter((root) => root.querySelector('[data-pause]'));
  if (several.length === 0) return;
  const wake = async (): Promise<void> => {
    const { runSlides } = await import('./slides.ts');
    for (const root of several) runSlides(root);
  };
  const begin = (): void => {
    // If the script fails to load, the strip still works.
    wake().catch(() => {
      for (const root of several) root.dataset['strip'] = '';
    });
  };
  const beginWhenSeen = (): void => {
    if (!document.documentElement.hasAttribute(firstPictureAwaited)) begin();
    else addEventListener(firstPictureShown, begin, { once: true });
  };
  if (document.readyState === 'complete') beginWhenSeen();
  else addEventListener('load', beginWhenSeen, { once: true });
}
