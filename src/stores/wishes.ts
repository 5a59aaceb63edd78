import { atom } from 'nanostores';
import { limits } from '#shared/domain/limits.ts';
import { wishListMessages } from '#shared/wish-list-messages.ts';
import { claimsOf, maySignIn, readToken, renewToken } from '../api/tokens.ts';
import { addWishes, fetchWishList, removeWish, type WishList } from '../api/wish-lists.ts';
import { readStored, textsOf, writeStored } from './stored.ts';
import { toastError } from './toasts.ts';
import { wishesKey } from './wishes-key.ts';

/** The ids of products, newest first. */
interface Wishes {
  /** The customer whose account has `saved`; '' for a visitor. */
  readonly owner: string;
  /** A copy of the list of the account. */
  readonly saved: readonly string[];
  /** Products that no account has yet: those of a visitor, and those that did not fit into the account. */
  readonly waiting: readonly string[];
  /** When `saved` was read, in milliseconds. */
  readonly at: number;
}

/** After this time, pages read the account's list again, which other devices may have changed. */
const freshFor = 10 * 60_000;

function read(): Wishes {
  const { owner, saved, waiting, at } = { ...(readStored(wishesKey) as Partial<Wishes> | null) };
  return {
    owner: typeof owner === 'string' ? owner : '',
    saved: textsOf(saved),
    waiting: textsOf(waiting),
    at: Number(at) || 0,
  };
}

/** Where the browser stores nothing, it lasts as long as the page. */
const $wishes = atom(read());

function write(wishes: Wishes): boolean {
  $wishes.set(wishes);
  return writeStored(wishesKey, wishes);
}

/** Changes made in other tabs. */
export function reloadWishes(): void {
  if (readStored(wishesKey)) $wishes.set(read());
}

/** All ids, of the account and of this browser. */
export const wishedIds = (): readonly string[] => [
  ...new Set([...$wishes.get().waiting, ...$wishes.get().saved]),
];
export const whenWishesChange = (callback: () => void): void => void $wishes.listen(callback);

/** The customer who is signed in; '' for visitors, and null if that cannot be found out now. */
async function customer(): Promise<string | null> {
  if (!maySignIn('user')) return '';
  const token = readToken('user') || (await renewToken('user'));
  if (!token) return maySignIn('user') ? null : '';
  const { sub, is_anonymous: isAnonymous } = claimsOf(token);
  return isAnonymous === true ? '' : String(sub ?? '');
}

let queue: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

interface Press {
  readonly wished: boolean;
}
/** Presses that the account may not have yet. */
const unsent = new Map<string, Press>();

/** With a product at a place of the list, by default the first, or without it. */
function changed(wishes: Wishes, id: string, wished: boolean, place = 0): Wishes {
  const others = (ids: readonly string[]) => ids.filter((it) => it !== id);
  const rest = { ...wishes, saved: others(wishes.saved), waiting: others(wishes.waiting) };
  if (!wished) return rest;
  const list = wishes.owner ? 'saved' : 'waiting';
  return { ...rest, [list]: rest[list].toSpliced(place, 0, id) };
}

/** Sends a press to the account. Resolves with the error, or ''. */
async function send(id: string, wished: boolean): Promise<string> {
  const who = await customer();
  if (who === '') return '';
  if (!wished) {
    const removed = await removeWish(id);
    return removed.ok ? '' : removed.message;
  }
  const reply = await addWishes([id]);
  if (!reply.ok) return reply.message;
  if (reply.left.length > 0) return wishListMessages.full;
  return reply.added.includes(id) ? '' : wishListMessages.gone;
}

/** Shown at once, and undone if it fails. Resolves with the error, or ''. */
export async function setWish(id: string, wished: boolean): Promise<string> {
  reloadWishes();
  const before = $wishes.get();
  if (wished && !before.owner && before.waiting.length >= limits.wishes)
    return wishListMessages.full;
  const press = { wished };
  unsent.set(id, press);
  const isStored = write(changed(before, id, wished));
  const problem =
    isStored || maySignIn('user')
      ? await inTurn(() => send(id, wished))
      : wishListMessages.notStored;
  // A later press on the same heart counts.
  if (unsent.get(id) !== press) return problem;
  unsent.delete(id);
  const place = Math.max(0, (before.owner ? before.saved : before.waiting).indexOf(id));
  if (problem) write(changed($wishes.get(), id, !wished, place));
  return problem;
}

const withUnsent = (wishes: Wishes): Wishes =>
  [...unsent].reduce((all, [id, { wished }]) => changed(all, id, wished), wishes);

/**
 * Joins the list of this browser with that of the account after a sign-in, and reads the account's list again from time to
 * time, or `always`. Null for visitors, and if there was no need or no response.
 */
export function syncWishes(always = false): Promise<WishList | null> {
  return inTurn(async () => {
    const who = await customer();
    const { owner, waiting, at } = $wishes.get();
    if (!who) {
      // What was saved is in the account of whoever was signed in before.
      if (who === '' && owner) write({ owner: '', saved: [], waiting, at: 0 });
      return null;
    }
    const isNew = owner !== who;
    if (!isNew && !always && Date.now() - at < freshFor) return null;
    const joined = waiting.length > 0 ? await addWishes(waiting) : null;
    if (joined && !joined.ok) return null;
    const list = await fetchWishList();
    if (!list.ok) return null;
    const left = joined?.left ?? [];
    write(withUnsent({ owner: who, saved: list.products, waiting: left, at: Date.now() }));
    if (isNew && left.length > 0) toastError(wishListMessages.full);
    return list;
  });
}
