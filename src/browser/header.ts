/** A smaller move is a finger that rests. */
const leastMove = 8;
/** As high as it is on a phone. */
const height = 64;

/** Marks the header while one scrolls down; on a phone it gives way to the page then. */
export function watchHeader(header: Element): void {
  let last = scrollY;
  addEventListener('scroll', () => {
    if (Math.abs(scrollY - last) < leastMove) return;
    header.toggleAttribute('data-away', scrollY > last && scrollY > height);
    last = scrollY;
  });
}
