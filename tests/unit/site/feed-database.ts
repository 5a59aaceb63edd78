import { performance } from 'node:perf_hooks';
import { startUpstream, type Running } from './site-server.ts';

/** Stands for the database's feed: tells of changes, with its clock, and counts the looks. */
export interface FeedDatabase extends Running {
  looks: number;
  /** Milliseconds that a look seems to have waited until it began. */
  late: number;
  /** What happens before an answer goes out. */
  before: () => Promise<unknown> | undefined;
  change(...tags: string[]): void;
}

/** Far from every other clock of the test, as a database's may be. */
export const clock = () => 1_000_000_000_000 + performance.now();

export async function startFeedDatabase(): Promise<FeedDatabase> {
  const all: { id: number; tag: string }[] = [];
  const database: FeedDatabase = {
    looks: 0,
    late: 0,
    before: () => undefined,
    change: (...tags) => void all.push(...tags.map((tag, i) => ({ id: all.length + i + 1, tag }))),
    ...(await startUpstream((request, response) => {
      // The API, which is asked where missing pages moved, is at this address too.
      if (request.method !== 'POST') return void response.end('{"to":null}');
      database.looks += 1;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const asked = JSON.parse(Buffer.concat(chunks).toString()) as { p_cursor: string | null };
        const from = Math.floor(clock()) + database.late;
        const changes = all.slice(Number(asked.p_cursor ?? all.length));
        const found = {
          cursor: String(all.length),
          changes,
          from,
          until: Math.ceil(clock()) + database.late,
        };
        Promise.resolve(database.before()).then(
          () => response.end(JSON.stringify(found)),
          () => response.destroy(),
        );
      });
    })),
  };
  return database;
}
