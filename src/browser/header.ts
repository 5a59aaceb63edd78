/** A smaller move is a finger that rests. */
const leastMove = 8;

/** Marks the header while one scrolls down; on a phone it gives way to the page then. */
export function watchHeader(header: HTMLElement): void {
  let last = scrollY;
  addEventListener(
    'scroll',
    () => {
      // At either end a page springs back, which is no scrolling.
      const end = document.documentElement.scrollHeight - innerHeight;
      const now = Math.max(0, Math.min(scrollY, end));
      if (Math.abs(now - last) < leastMove) return;
      header.toggleAttribute('data-away', now > last && now > header.offsetHeight);
      last = now;
    },
    { passive: true },
  );
}
