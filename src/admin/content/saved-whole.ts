import { contentMessages } from '#shared/content-messages.ts';
import type { ReadableAtom } from 'nanostores';
import type { Reply, Resource } from '../../api/client.ts';
import { query, write, type Loaded } from '../../api/query.ts';
import { change } from '../changes.ts';
import type { Placed, Placement } from '../listing/placement.ts';

interface Whole<Body, Value> {
  readonly own: Resource<Body>;
  readonly valueOf: (body: Body) => Value;
  readonly withValue: (body: Body, value: Value) => Body;
  readonly send: (value: Value) => Promise<Reply<object>>;
  readonly done: string;
}

/** A setting that is saved as a whole: shown at once, one change after the other, and put back if it fails. */
export function savedWhole<Body extends object, Value>(
  it: Whole<Body, Value>,
): {
  readonly $body: ReadableAtom<Loaded<Body>>;
  readonly save: (edit: (value: Value) => Value) => Promise<Reply<object>>;
} {
  const $body = query(it.own);
  const edited = (body: Body, edit: (value: Value) => Value) =>
    it.withValue(body, edit(it.valueOf(body)));
  /** Edits that are shown and not saved yet, and what is saved without them. */
  const pending: ((value: Value) => Value)[] = [];
  let saved: Body;
  let changes: Promise<unknown> = Promise.resolve();
  async function saveNow(edit: (value: Value) => Value): Promise<Reply<object>> {
    const next = edited(saved, edit);
    const reply = await change(it.send(it.valueOf(next)), [], {
      done: it.done,
      failed: ({ issues, message }) => issues[0]?.message ?? (message || contentMessages.failed),
      about: it.own.path,
    });
    pending.shift();
    if (reply.ok) saved = next;
    else write(it.own, pending.reduce(edited, saved));
    return reply;
  }
  return {
    $body,
    save(edit) {
      const { body } = $body.get();
      if (!body) throw new Error('Not loaded');
      if (pending.length === 0) saved = body;
      pending.push(edit);
      write(it.own, edited(body, edit));
      const saving = changes.then(() => saveNow(edit));
      changes = saving.catch(() => undefined);
      return saving;
    },
  };
}

/** The list with the entry at this place, from 1, moved up (negative) or down. */
export function moved<T>(list: readonly T[], place: number, by: number): T[] {
  const entry = list.slice(place - 1, place);
  return list.toSpliced(place - 1, 1).toSpliced(Math.max(place - 1 + by, 0), 0, ...entry);
}

/** Moves rows by a change of the whole list. */
export function wholePlacement<Row extends Placed>(
  move: (row: Row, by: number) => Promise<unknown>,
): Placement<Row> {
  let last: { readonly id: string; readonly by: number } | null = null;
  return {
    async move(row, by) {
      last = { id: row._id, by };
      await move(row, by);
    },
    lastMove: (id) => (last?.id === id ? last.by : null),
  };
}
