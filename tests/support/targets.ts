import type { Page } from 'playwright';

/**
 * Controls of which less than 44 × 44 pixels answer to a thumb. As in WCAG 2.5.8, links within a sentence are exempt. What
 * something else covers at the moment is no target.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // What has just opened may still be on its way.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    /** From the middle of 44 pixels to their edge, less what rounding may take. */
    const reach = 21;
    const controls = 'a[href], button, input, select, textarea, summary, [role="option"]';
    const isWithinSentence = (it: HTMLElement): boolean => {
      if (getComputedStyle(it).display !== 'inline') return false;
      let block = it.parentElement;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      return block !== null && block.innerText.trim() !== it.innerText.trim();
    };
    /** A press on its label works a checkbox or a radio button as well. */
    const labelOf = (it: HTMLElement) =>
      it instanceof HTMLInputElement && /checkbox|radio|file/.test(it.type) ? it.labels?.[0] : null;
    const isSmall = (it: HTMLElement): boolean => {
      const target = labelOf(it) ?? it;
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const answers = (dx: number, dy: number): boolean => {
        const hit = document.elementFromPoint(x + dx * reach, y + dy * reach);
        return hit !== null && (target.contains(hit) || it.contains(hit));
      };
      if (!answers(0, 0)) return false;
      return ![-1, 1].every((side) => answers(side, 0) && answers(0, side));
    };
    // Beside what lies over the page nothing can be pressed.
    const open = [...document.querySelectorAll<HTMLElement>('dialog[open], :popover-open')];
    const top = open.findLast((it) => it.popover !== 'manual') ?? document;
    const small = [...top.querySelectorAll<HTMLElement>(controls)]
      .filter((it) => it.checkVisibility({ visibilityProperty: true }))
      .filter((it) => !it.closest('.visually-hidden, .skip-link') && !isWithinSentence(it))
      .filter(isSmall);
    scrollTo(0, 0);
    return small.map((it) => {
      const { width, height } = it.getBoundingClientRect();
      const name = it.innerText.trim() || it.getAttribute('aria-label') || it.outerHTML;
      return `${Math.round(width)} × ${Math.round(height)}: ${name.slice(0, 60)}`;
    });
  });

/** Faults of the page for a thumb. */
export async function faultsForThumbs(name: string, page: Page): Promise<string[]> {
  return (await smallTargets(page)).map((it) => `${name}, too small for a thumb: ${it}`);
}
