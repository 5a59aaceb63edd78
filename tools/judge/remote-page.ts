import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from './engines.ts';

/** Milliseconds that a page has for what is awaited. */
const patience = 20_000;

const selectors = {
  alertdialog: '[role="alertdialog"]',
  article: 'article',
  button: 'button, [role="button"], summary',
  checkbox: 'input[type="checkbox"]',
  dialog: 'dialog[open], [role="dialog"]',
  group: 'fieldset, [role="group"]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  listbox: '[role="listbox"]',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  radio: 'input[type="radio"]',
  region: 'section, aside, [role="region"]',
  row: 'tr',
  textbox: 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea',
} as const;

/** What a person would call it: its role, its name or a pattern that fits it, and what it stands in. */
export interface Place {
  role: keyof typeof selectors;
  name: string | RegExp;
  inside?: Place;
}

export const at = (role: Place['role'], name: Place['name'] = /./, inside?: Place): Place => {
  return inside ? { role, name, inside } : { role, name };
};

const codes = {
  ArrowDown: '\uE015',
  ArrowRight: '\uE014',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  Tab: '\uE004',
} as const;

interface Wanted {
  selector: string;
  name: string;
  isPattern: boolean;
}

/** In the page: the visible elements of the last of these kinds inside the ones before. */
function visibleElements(path: Wanted[]): Element[] {
  const words = (it: Element | null | undefined): string =>
    (it?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (it: Element): string => {
    const ids = it.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labelled = ids.map((id) => words(document.getElementById(id))).join(' ');
    const labels = 'labels' in it && it.labels instanceof NodeList ? [...it.labels] : [];
    const label = labels.map((node) => node.textContent?.trim() ?? '').join(' ');
    const caption = words(it.querySelector(':scope > legend'));
    const pictures = [...it.querySelectorAll('img')].map(({ alt }) => alt).join(' ');
    const content = `${pictures} ${words(it)}`.trim();
    return labelled || it.getAttribute('aria-label') || label || caption || content;
  };
  let found: Element[] = [document.documentElement];
  for (const { selector, name, isPattern } of path) {
    const fits = (it: Element) =>
      isPattern ? new RegExp(name, 'i').test(nameOf(it)) : nameOf(it) === name;
    found = found
      .flatMap((it) => [...it.querySelectorAll(selector)])
      .filter((it) => it.checkVisibility({ visibilityProperty: true }) && fits(it));
  }
  return found;
}

const wantedOf = ({ role, name, inside }: Place): Wanted[] => [
  ...(inside ? wantedOf(inside) : []),
  {
    selector: selectors[role],
    name: typeof name === 'string' ? name : name.source,
    isPattern: typeof name !== 'string',
  },
];

const told = ({ role, name, inside }: Place): string =>
  `${role} ${String(name)}${inside ? ` in ${told(inside)}` : ''}`;

/** A reference of WebDriver to an element. */
type Reference = Record<string, string>;

/** A page in a browser of another kind, as a person uses it. */
export class RemotePage {
  readonly #engine: Engine;
  readonly #url: string;
  readonly width: number;

  constructor(engine: Engine, url: string, width: number) {
    this.#engine = engine;
    this.#url = url;
    this.width = width;
  }

  get isPhone(): boolean {
    return this.width < 700;
  }

  /** Runs a function that needs nothing from outside in the page. */
  async evaluate<Given extends unknown[], T>(
    work: (...given: Given) => T,
    ...given: Given
  ): Promise<T> {
    const script = `return (${work.toString()}).apply(null, arguments)`;
    return (await this.#engine.send('ExecuteScript', { script, args: given })) as T;
  }

  /** Waits until it is so. The page may be on its way to another one meanwhile. */
  async until(what: string, read: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + patience;
    let problem = '';
    do {
      const isSo = await read().catch((error: unknown) => {
        problem = `: ${String(error)}`;
        return false;
      });
      if (isSo) return;
      await pause(100);
    } while (Date.now() < end);
    throw new Error(`Not so: ${what}${problem}`);
  }

  async #all(place: Place): Promise<Reference[]> {
    return (await this.evaluate(visibleElements, wantedOf(place))) as unknown as Reference[];
  }

  async count(place: Place): Promise<number> {
    return (await this.#all(place)).length;
  }

  async sees(place: Place): Promise<void> {
    await this.until(`there is ${told(place)}`, async () => (await this.count(place)) > 0);
  }

  async seesNo(place: Place): Promise<void> {
    await this.until(`there is no ${told(place)}`, async () => (await this.count(place)) === 0);
  }

  /** Does something with the first element of the place, and again while it is in motion, covered or replaced. */
  async #with(place: Place, work: (it: Reference) => Promise<unknown>): Promise<void> {
    await this.until(`there is ${told(place)}, ready`, async () => {
      const [first] = await this.#all(place);
      if (!first) return false;
      await work(first);
      return true;
    });
  }

  /** The driver of WebKit clears only what is in view, and now and then does not scroll to what it clicks. */
  async #scrollTo(it: Reference): Promise<void> {
    await this.evaluate((element: unknown) => {
      if (element instanceof Element) element.scrollIntoView({ block: 'center' });
    }, it);
  }

  async press(place: Place): Promise<void> {
    await this.#with(place, async (it) => {
      // What is drawn of a box that one ticks may be its label alone.
      const target = await this.evaluate((box: unknown) => {
        const isBox = box instanceof HTMLInputElement && /checkbox|radio/.test(box.type);
        return (isBox && box.closest('label')) || box;
      }, it);
      const click = this.#engine.send('ElementClick', { id: idOf(target as Reference) });
      await click.catch(async (error: unknown) => {
        if (String(error).includes('not interactable')) await this.#scrollTo(it);
        throw error;
      });
    });
  }

  async fill(label: string | RegExp, text: string, inside?: Place): Promise<void> {
    await this.#with(at('textbox', label, inside), async (it) => {
      await this.#scrollTo(it);
      await this.#engine.send('ElementClear', { id: idOf(it) });
      await this.#engine.send('ElementSendKeys', { id: idOf(it), text });
    });
  }

  async focus(place: Place): Promise<void> {
    await this.#with(place, (it) =>
      this.evaluate((element: unknown) => {
        if (element instanceof HTMLElement) element.focus();
      }, it),
    );
  }

  async hasFocus(place: Place): Promise<void> {
    await this.until(`the focus is on ${told(place)}`, async () => {
      const all = await this.#all(place);
      return this.evaluate((...found: unknown[]) => found.includes(document.activeElement), ...all);
    });
  }

  async keys(...names: (keyof typeof codes)[]): Promise<void> {
    const presses = names.flatMap((name) => [
      { type: 'keyDown', value: codes[name] },
      { type: 'keyUp', value: codes[name] },
    ]);
    const actions = [{ type: 'key', id: 'keyboard', actions: presses }];
    await this.#engine.send('PerformActions', { actions });
  }

  /** Waits for words that the page shows, whatever their case. */
  async reads(words: string | RegExp): Promise<void> {
    const pattern = typeof words === 'string' ? RegExp.escape(words) : words.source;
    await this.until(`the page says ${String(words)}`, () =>
      this.evaluate((it) => new RegExp(it, 'i').test(document.body.innerText), pattern),
    );
  }

  async path(): Promise<string> {
    const { pathname, search } = new URL(String(await this.#engine.send('GetCurrentURL')));
    return pathname + search;
  }

  /** Opens a page of the shop, or an address elsewhere. */
  async open(path: string): Promise<void> {
    await this.#engine.send('Navigate', { url: new URL(path, this.#url).href });
    await this.ready();
  }

  async back(): Promise<void> {
    await this.#engine.send('Back');
    await this.ready();
  }

  async arriveAt(path: RegExp): Promise<void> {
    await this.until(`the page is ${path.source}`, async () => path.test(await this.path()));
    await this.ready();
  }

  /** Input before the islands are hydrated could be lost. */
  async ready(): Promise<void> {
    const islands = 'astro-island[ssr]:not([client="visible"], [client="touch"])';
    await this.until('the page is ready', () =>
      this.evaluate(
        (it) => document.readyState === 'complete' && !document.querySelector(it),
        islands,
      ),
    );
  }

  /** Waits until the screen has loaded what it shows: nothing is said to be busy, and nothing came for half a second. */
  async settled(): Promise<void> {
    await this.until('the screen is loaded', () =>
      this.evaluate(() => {
        const ends = performance.getEntries().map((it) => it.startTime + it.duration);
        const isBusy = document.querySelector('[aria-busy="true"], .spinner, .skeleton') !== null;
        return !isBusy && performance.now() - Math.max(...ends) > 500;
      }),
    );
  }

  async shoot(file: string): Promise<void> {
    const picture = await this.#engine.send('TakeScreenshot', { full: false });
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(String(picture), 'base64'));
  }

  /** What is wrong with any page in this state, by name. */
  async faults(): Promise<[rule: string, message: string][]> {
    const beyond = await this.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    const errors = this.#engine.errors.splice(0);
    return [
      ...(beyond > 0 ? [['wider than the window', `${beyond} pixels`] as [string, string]] : []),
      ...errors.map((it): [string, string] => ['error in the console', it]),
    ];
  }
}

const idOf = (it: Reference): string => Object.values(it)[0] ?? '';
