import type { Page } from 'playwright';
import { beyondScreen } from './faults.ts';

/** Screens of 1440 pixels at 200 % and 1280 pixels at 400 %, where nothing may scroll horizontally. */
const zoomed = [
  { name: '200 % zoom', width: 720, height: 450 },
  { name: '400 % zoom', width: 320, height: 256 },
];

/** Texts that are cut off by the screen or by a box. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScrollable = (it: Element) => /auto|scroll/.test(getComputedStyle(it).overflow);
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const words = text.textContent?.trim() ?? '';
      if (!element || words === '' || element.closest('.visually-hidden, .skip-link')) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width, top, bottom } = range.getBoundingClientRect();
      let [from, to] = [0, innerWidth];
      let [above, below] = [-Infinity, Infinity];
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (isScrollable(box)) {
          [from, to, above, below] = [-Infinity, Infinity, -Infinity, Infinity];
          break;
        }
        if (getComputedStyle(box).overflowX === 'visible') continue;
        const edges = box.getBoundingClientRect();
        [from, to] = [Math.max(from, edges.left), Math.min(to, edges.right)];
        [above, below] = [Math.max(above, edges.top), Math.min(below, edges.bottom)];
      }
      // Texts completely outside, such as the next banner, are not cut off.
      const shows = width > 0 && right > from + 1 && left < to - 1;
      const isCut = left < from - 1 || right > to + 1 || top < above - 4 || bottom > below + 4;
      if (shows && isCut) cut.push(words.slice(0, 40));
    }
    return cut;
  });

/** Texts that lie over other texts or run out of their control, and controls that touch. */
const crowdedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines: { element: Element; words: string; box: DOMRect; frame?: DOMRect | undefined }[] =
      [];
    const crowded = new Set<string>();
    const root = document.querySelector('dialog[open]') ?? document.body;
    const hasFrame = (it: Element) => {
      const { borderLeftWidth, borderLeftColor } = getComputedStyle(it);
      return parseFloat(borderLeftWidth) > 0 && borderLeftColor !== 'rgba(0, 0, 0, 0)';
    };
    const isClipped = (it: Element | null): boolean =>
      it !== null && (getComputedStyle(it).clipPath !== 'none' || isClipped(it.parentElement));
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const words = text.textContent?.trim().slice(0, 40) ?? '';
      if (!element || words === '') continue;
      // What lies over the page, and what is only heard.
      const above = element.closest('.skip-link, .toasts, [popover], .offline, [data-buy-bar]');
      if (above || isClipped(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const around = element.closest('button, label, .button');
      const control = around?.getBoundingClientRect();
      const frame = around && hasFrame(around) ? control : undefined;
      for (const box of range.getClientRects()) {
        if (box.right <= 0 || box.left >= innerWidth) continue;
        lines.push({ element, words, box, frame });
        const { left, right, top, bottom } = control ?? box;
        const beyond = Math.max(
          left - box.left,
          box.right - right,
          top - box.top,
          box.bottom - bottom,
        );
        if (beyond > 2) crowded.add(`runs out of its control: ${words}`);
      }
    }
    const controlOf = (it: Element) => it.closest('a, button, label');
    for (const [index, { element, words, box, frame }] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (other.element.contains(element) || element.contains(other.element)) continue;
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Lines of large type stand close, so that their boxes touch and their letters do not.
        const lies = wide > 2 && high > Math.min(box.height, other.box.height) / 3;
        if (lies) crowded.add(`lies over each other: ${words} / ${other.words}`);
        const [one, two] = [controlOf(element), controlOf(other.element)];
        if (!one || !two || one === two) continue;
        const [a, b] = frame && other.frame ? [frame, other.frame] : [box, other.box];
        const apart = Math.max(a.left - b.right, b.left - a.right);
        const below = Math.max(a.top - b.bottom, b.top - a.bottom);
        // Frames may touch at any side; words without a frame beside each other read as one.
        const touches =
          a === frame ? Math.max(apart, below) < 2 : apart < 4 && high > box.height / 2;
        if (touches) crowded.add(`touches: ${words} / ${other.words}`);
      }
    }
    return [...crowded];
  });

/** Fields that are lower or narrower than their text. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('No canvas to measure texts');
    const fields = 'select, input:not([type="checkbox"], [type="radio"], [type="file"])';
    return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(fields)]
      .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((it) => {
        const style = getComputedStyle(it);
        if (it.clientWidth < 2) return false;
        pen.font = style.font;
        const words =
          it instanceof HTMLSelectElement ? it.selectedOptions[0]?.text : it.placeholder;
        const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        const isNarrow = pen.measureText(words ?? '').width > it.clientWidth - padding + 1;
        return isNarrow || parseFloat(style.fontSize) > it.clientHeight;
      })
      .map((it) => `too small for its text: ${it.outerHTML.slice(0, 60)}`);
  });

/** Faults that remain after some frames, in which scripts may still adjust the layout. */
async function remainingFaults(
  page: Page,
  read: () => Promise<string[]>,
  frames = 90,
): Promise<string[]> {
  let found = await read();
  for (let frame = 0; found.length > 0 && frame < frames; frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found = await read();
  }
  return found;
}

/** Faults of the page when zoomed. Restores the viewport afterwards. */
export async function faultsWhenZoomed(name: string, page: Page): Promise<string[]> {
  const faults: string[] = [];
  const size = page.viewportSize();
  for (const { name: zoom, ...smaller } of zoomed) {
    await page.setViewportSize(smaller);
    const found = await remainingFaults(page, async () => {
      const beyond = await beyondScreen(page);
      const wide = beyond > 0 ? [`${beyond} pixels wider than the screen`] : [];
      return [...wide, ...(await cutTexts(page)).map((words) => `cut off: ${words}`)];
    });
    faults.push(...found.map((it) => `${name}, ${zoom}: ${it}`));
  }
  if (size) await page.setViewportSize(size);
  return faults;
}

/** Faults of the page with text of twice the size that remain after so many frames. Restores the size afterwards. */
export async function faultsOfLargeText(
  name: string,
  page: Page,
  frames?: number,
): Promise<string[]> {
  const setSize = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
  await setSize('200%');
  await page.evaluate(() => scrollTo(0, 0));
  const found = await remainingFaults(
    page,
    async () => {
      const beyond = await beyondScreen(page);
      const wide = beyond > 0 ? [`${beyond} pixels wider than the screen`] : [];
      const cut = (await cutTexts(page)).map((words) => `cut off: ${words}`);
      return [...wide, ...cut, ...(await crowdedTexts(page)), ...(await smallFields(page))];
    },
    frames,
  );
  await setSize('');
  return found.map((it) => `${name}, text at 200 %: ${it}`);
}

/** Controls that are invisible. */
const invisibleControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasLine = (style: CSSStyleDeclaration) =>
      ['Top', 'Bottom'].some((side) => {
        const width = parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`));
        return style.getPropertyValue(`border-${side.toLowerCase()}-style`) !== 'none' && width > 0;
      });
    const isField = (it: HTMLElement) =>
      it.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="range"])');
    const shows = (it: HTMLElement): boolean => {
      const style = getComputedStyle(it);
      // Native controls adapt to forced colours.
      if (it instanceof HTMLInputElement && style.appearance !== 'none' && !isField(it))
        return true;
      if (!isField(it) && it.innerText.trim() !== '') return true;
      if (it.querySelector('svg, img') || style.forcedColorAdjust === 'none') return true;
      const around = it.parentElement;
      return [style, getComputedStyle(it, '::before'), getComputedStyle(it, '::after')]
        .concat(around && isField(it) ? getComputedStyle(around) : [])
        .some(hasLine);
    };
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((it) => it.getBoundingClientRect().width > 1 && !shows(it))
      .map((it) => `invisible: ${it.outerHTML.slice(0, 80)}`);
  });

/** Current items that look the same as their neighbours. */
const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** The style of an element without its colours, most of which are replaced. */
    const styleOf = (it: Element) =>
      ['', '::before', '::after'].map((part) => {
        const style = getComputedStyle(it, part);
        const { borderTopWidth, borderBottomWidth, textDecorationLine, fontWeight } = style;
        return [borderTopWidth, borderBottomWidth, textDecorationLine, fontWeight].join();
      });
    return [...document.querySelectorAll('[aria-current]')].flatMap((current) => {
      const other = [...(current.closest('ul, ol, nav, div')?.querySelectorAll('a, button') ?? [])]
        .filter((it) => it.tagName === current.tagName)
        .find((it) => !it.hasAttribute('aria-current'));
      const alike = other && String(styleOf(other)) === String(styleOf(current));
      return alike ? [`not marked as current: ${current.outerHTML.slice(0, 80)}`] : [];
    });
  });

/** Faults of the page in forced colours mode. */
export async function faultsInForcedColours(name: string, page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await remainingFaults(page, async () => [
    ...(await invisibleControls(page)),
    ...(await unmarked(page)),
  ]);
  await page.emulateMedia({ forcedColors: null });
  return found.map((it) => `${name}, forced colours: ${it}`);
}
