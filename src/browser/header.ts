/** Smaller movements are a resting finger. */
const leastMove = 8;
/** Its height on a phone. */
const height = 64;

/** Marks the header while scrolling down, which hides it on phones. */
export function watchHeader(header: Element): void {
  let last = scrollY;
  addEventListener('scroll', () => {
    if (Math.abs(scrollY - last) < leastMove) return;
    header.toggleAttribute('data-away', scrollY > last && scrollY > height);
    last = scrollY;
  });
}
