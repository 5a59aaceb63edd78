import { expect, onTestFinished, test, vi } from 'vitest';
import { remoteList, type ListState } from '../../../src/admin/listing/remote-list.ts';

interface Row {
  readonly _id: string;
  readonly createdAt: string;
}

const row = (_id: string, day: number): Row => ({
  _id,
  createdAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
});

const ids = (rows: readonly Row[]): string[] => rows.map((it) => it._id);

/** A server whose answers come when the test says so. */
function slowServer() {
  const waiting: ((rows: readonly Row[] | null) => void)[] = [];
  return {
    fetchRows: () =>
      new Promise<readonly Row[] | null>((answer) => {
        waiting.push(answer);
      }),
    asked: () => waiting.length,
    answer: (index: number, rows: readonly Row[] | null) => waiting[index]?.(rows),
  };
}

/** The list as a screen that looks at it sees it. */
function watched(list: ReturnType<typeof remoteList<Row>>) {
  let state: ListState<Row> = { rows: [], loading: true, failed: false };
  onTestFinished(list.$list.subscribe((next) => void (state = next)));
  return { now: () => state };
}

test('a list loads when it is first looked at, newest first', async () => {
  const seen = watched(remoteList(async () => [row('old', 1), row('new', 9), row('middle', 5)]));
  expect(seen.now().loading).toBe(true);
  await vi.waitFor(() => expect(seen.now().loading).toBe(false));
  expect(ids(seen.now().rows)).toEqual(['new', 'middle', 'old']);
});

test('loading a list that no screen shows asks the server once', async () => {
  const server = slowServer();
  const list = remoteList(server.fetchRows);
  const loading = list.load();
  server.answer(0, [row('a', 1)]);
  await loading;
  expect(server.asked()).toBe(1);
});

test('a failed load stops loading, says so, and keeps the rows of the answer before', async () => {
  const answers = [null, [row('a', 1)], null];
  const list = remoteList(async () => answers.shift() ?? null);
  const seen = watched(list);
  await vi.waitFor(() => expect(seen.now()).toEqual({ rows: [], loading: false, failed: true }));
  await list.load();
  expect(seen.now()).toMatchObject({ rows: [{ _id: 'a' }], failed: false });
  await list.load();
  expect(seen.now()).toMatchObject({ rows: [{ _id: 'a' }], failed: true });
});

test('an answer that was overtaken does not bring old rows back', async () => {
  const server = slowServer();
  const list = remoteList(server.fetchRows);
  const seen = watched(list);
  const [early, late] = [list.load(), list.load()];
  server.answer(2, [row('fresh', 2)]);
  await late;
  server.answer(1, [row('stale', 1)]);
  await early;
  expect(ids(seen.now().rows)).toEqual(['fresh']);
});
