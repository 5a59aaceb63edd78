import { maySignIn } from '../api/tokens.ts';
import { syncWishes, whenWishesChange, wishedIds } from '../stores/wishes.ts';
import { fetchCards } from './product-cards.ts';

/** As many as the site renders at once (`pageSize`). */
const atOnce = 24;

const page = document.querySelector('[data-wish-list]');
const part = (name: string) => page?.querySelector<HTMLElement>(`[data-${name}]`);
const place = part('cards');

/** The ids that were loaded; products that are no longer on sale have no cards. */
let loaded: readonly string[] = [];
interface Removed {
  readonly card: Element;
  readonly before: Element | null;
}
const removed = new Map<string, Removed>();
let isKnown = false;
let loads = 0;

const show = (name: string, isShown: boolean): void => {
  const it = part(name);
  if (it) it.hidden = !isShown;
};

/** Adds cards, or replaces all. */
async function load(ids: readonly string[], isFirst: boolean): Promise<void> {
  loads += 1;
  const mine = loads;
  const list = ids.length > 0 ? await fetchCards(ids) : null;
  if (mine !== loads || !place) return;
  const before = isFirst ? null : place.querySelector('ul');
  if (before) before.append(...(list?.children ?? []));
  else place.replaceChildren(...(list ? [list] : []));
  if (isFirst) removed.clear();
  loaded = isFirst ? ids : [...loaded, ...ids];
}

/** Removes the card of a product that is no longer on the list, and keeps the focus near it. */
function removeCard(card: Element, id: string): void {
  const near = card.nextElementSibling ?? card.previousElementSibling;
  removed.set(id, { card, before: card.nextElementSibling });
  const hadFocus = card.contains(document.activeElement);
  card.remove();
  loaded = loaded.filter((it) => it !== id);
  const next = near?.querySelector('[data-heart]') ?? document.querySelector('#main');
  if (hadFocus && next instanceof HTMLElement) next.focus();
}

/** Undone, or not accepted. */
function restoreCard({ card, before }: Removed, id: string): void {
  place?.querySelector('ul')?.insertBefore(card, before?.isConnected ? before : null);
  loaded = [...loaded, id];
  removed.delete(id);
}

async function update(): Promise<void> {
  const wished = wishedIds();
  for (const card of place?.querySelectorAll('li:has(> article)') ?? []) {
    const id = card.querySelector<HTMLElement>('[data-heart]')?.dataset['heart'] ?? '';
    if (!wished.includes(id)) removeCard(card, id);
  }
  for (const [id, it] of removed) if (wished.includes(id)) restoreCard(it, id);
  loaded = loaded.filter((it) => wished.includes(it));
  // What was added elsewhere comes first.
  const isBehind = wished.slice(0, Math.max(1, loaded.length)).some((it) => !loaded.includes(it));
  if (isBehind) await load(wished.slice(0, atOnce), true);
  show('more', wished.length > loaded.length);
  show('empty', isKnown && wished.length === loaded.length && !place?.querySelector('article'));
}

const fail = (): void => show('problem', true);

async function start(): Promise<void> {
  show('problem', false);
  // Of a customer, the form to share it comes first: it would push the cards down.
  if (!maySignIn('user')) await update();
  const list = await syncWishes(true);
  const isMissing = !list && maySignIn('user');
  if (list) (await import('./wish-list-sharing.ts')).showSharing(list.link);
  isKnown = !isMissing;
  await update();
  if (isMissing) fail();
}

part('more')?.addEventListener('click', () => {
  const next = wishedIds().filter((it) => !loaded.includes(it));
  void load(next.slice(0, atOnce), false).then(update).catch(fail);
});
part('retry')?.addEventListener('click', () => void start().catch(fail));
whenWishesChange(() => void update().catch(fail));
void start().catch(fail);
