import { noAnswer } from '../api/client.ts';
import { toastError } from '../stores/toasts.ts';

/**
 * Updates results in place when filters change: fetches the URL that a submit would open, replaces the parts marked
 * `data-live-part`, and updates the address bar. Without JavaScript the form submits normally.
 */
const typingPause = 250;

/** A list of a single category has its own URL (`data-own-category`). */
function addressOf(form: HTMLFormElement, ownCategory: string | undefined): URL {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === 'string' ? value.trim() : '';
    if (text && (name !== 'sort' || text !== 'default')) url.searchParams.append(name, text);
  }
  if (url.searchParams.getAll('category').join() === ownCategory) {
    url.pathname = `/category/${ownCategory}`;
    url.searchParams.delete('category');
  }
  return url;
}

/** Restores the focus to the same filter, or to the results if the filter was removed. */
function focusAgain(part: HTMLElement, before: Element | null): void {
  const same =
    before instanceof HTMLInputElement &&
    [...part.querySelectorAll('input')].find(
      (it) => it.name === before.name && it.value === before.value,
    );
  (same || part.querySelector('a') || document.querySelector<HTMLElement>('#main'))?.focus({
    preventScroll: true,
  });
}

function putInPlace(html: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  if (!page.querySelector('[data-live-part]')) throw new Error('not a page of the shop');
  const { activeElement: focused } = document;
  for (const part of document.querySelectorAll<HTMLElement>('[data-live-part]')) {
    const fresh = page.querySelector(`[data-live-part="${part.dataset['livePart'] ?? ''}"]`);
    if (!fresh) continue;
    const had = part.contains(focused);
    part.replaceChildren(...fresh.childNodes);
    if (had) focusAgain(part, focused);
  }
  document.title = page.title;
}

function startOne(root: HTMLElement, form: HTMLFormElement): void {
  let running: AbortController | undefined;
  let timer: number | undefined;
  let shown = location.pathname + location.search;

  async function show(url: URL, remember: 'push' | 'replace'): Promise<void> {
    clearTimeout(timer);
    running?.abort();
    const mine = new AbortController();
    running = mine;
    root.dataset['waiting'] = '';
    try {
      const reply = await fetch(url, { signal: mine.signal, headers: { accept: 'text/html' } });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      const html = await reply.text();
      if (mine.signal.aborted) return;
      putInPlace(html);
      history[`${remember}State`](null, '', url);
      shown = location.pathname + location.search;
      delete root.dataset['waiting'];
    } catch {
      if (mine.signal.aborted) return;
      // An unusable response falls back to normal navigation; without a response, the page stays.
      if (navigator.onLine) return location.assign(url);
      delete root.dataset['waiting'];
      toastError(noAnswer.message);
    }
  }

  const follow = (remember: 'push' | 'replace') =>
    void show(addressOf(form, root.dataset['ownCategory']), remember);
  const find = <It extends Element>({ target }: Event, selector: string) =>
    target instanceof Element && target.closest<It>(selector);
  // Prices are sent by their button: while one is typed, nothing may replace the other.
  root.addEventListener('change', (event) => {
    if (!find(event, '.input')) follow('push');
  });
  root.addEventListener('input', (event) => {
    if (!find(event, '[type=search]')) return;
    clearTimeout(timer);
    timer = window.setTimeout(follow, typingPause, 'replace');
  });
  root.addEventListener('click', (event) => {
    const link = find<HTMLAnchorElement>(event, 'a[data-live-link]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const url = new URL(link.href);
    // The next change sends all boxes, which would bring a removed filter back.
    for (const box of root.querySelectorAll<HTMLInputElement>('input:checked')) {
      box.checked = url.searchParams.has(box.name, box.value);
    }
    void show(url, 'push');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    follow('push');
  });
  // The controls must match as well, so history navigation reloads the page.
  window.addEventListener('popstate', () => {
    if (location.pathname + location.search !== shown) location.reload();
  });
}

export function startLiveResults(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-live-results]')) {
    const form = root.querySelector('form');
    if (form) startOne(root, form);
  }
}
