/** A smaller move is a finger that rests. */
const leastMove = 8;

/** Marks the header while one scrolls down; on a phone it gives way to the page then. */
export function watchHeader(header: HTMLElement): void {
  let last = scrollY;
  addEventListener('scroll', () => {
    // At its end a page springs back, which is no scrolling.
    const now = Math.min(scrollY, document.documentElement.scrollHeight - innerHeight);
    if (Math.abs(now - last) < leastMove) return;
    header.toggleAttribute('data-away', now > last && now > header.offsetHeight);
    last = now;
  });
}
