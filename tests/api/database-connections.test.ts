import { createServer, connect as openSocket, type AddressInfo, type Socket } from 'node:net';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { connectAsService, type Db } from '#shared/queries/database.ts';
import { runInTransaction } from '#shared/queries/postgres.ts';
import type { Statement } from '#shared/queries/statements.ts';
import type { Settings } from '#shared/settings.ts';
import { holdTimersOf } from '../support/held-timers.ts';
import { appHere, failure, onOneConnection, oneRow, pidOf } from './in-process.ts';
import { sql as owner } from './client.ts';
import { stack } from '../support/stack.ts';

describe('a connection', () => {
  let service: Db;
  let mark = '';
  let settings: Settings;
  beforeEach(() => {
    ({ mark, settings } = onOneConnection());
    service = connectAsService(settings);
  });

  /** Until the question that is asked has begun. */
  const whileAsked = (work: (pid: number) => Promise<unknown>) =>
    expect
      .poll(async () => {
        const [found] = await owner<{ pid: number }[]>`
          select pid from pg_stat_activity
          where application_name = ${`api ${mark}`} and query like '%pg_sleep%'`;
        if (found) await work(found.pid);
        return found !== undefined;
      })
      .toBe(true);

  const sleep = () => service.query(sql`select pg_sleep(60)::text as slept`);

  test('that is lost in the middle of a question is replaced', async () => {
    const before = await pidOf(service);
    const asked = failure(sleep());
    await whileAsked((pid) => owner`select pg_terminate_backend(${pid})`);
    expect(await asked).toMatchObject({ code: '57P01', status: 503 });
    const after = await pidOf(service);
    expect(after).toEqual(expect.any(Number));
    expect(after).not.toBe(before);
  });

  test('whose question is cancelled goes on without its transaction', async () => {
    const before = await pidOf(service);
    const asked = failure(sleep());
    await whileAsked((pid) => owner`select pg_cancel_backend(${pid})`);
    expect(await asked).toMatchObject({ code: '57014', status: 503 });
    expect(await pidOf(service)).toBe(before);
    const [state] = await owner`
      select state, xact_start from pg_stat_activity where application_name = ${mark}`;
    expect(state).toEqual({ state: 'idle', xact_start: null });
  });

  test('that is left in a transaction is not used again', async () => {
    const before = await pidOf(service);
    const begin: Statement = { text: 'begin', values: [] };
    await runInTransaction(settings.database, [begin, oneRow]);
    expect(await pidOf(service)).not.toBe(before);
    const open = () => owner`select from pg_stat_activity where pid = ${before ?? 0}`;
    await expect.poll(async () => (await open()).length).toBe(0);
  });

  test('that is lost while nobody asks is replaced', async () => {
    const { database } = settings;
    const app = appHere({ DATABASE_URL: database.url, DATABASE_CONNECTIONS: '1' });
    const ask = async () => (await app.request('/api/v1/faqs/all')).status;
    expect(await ask()).toBe(200);
    await owner`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${mark}`;
    await expect.poll(ask).toBe(200);
  });

  test('is waited for while another question has it', async () => {
    const asked = Promise.all([1, 2, 3].map(() => pidOf(service)));
    expect(new Set(await asked).size).toBe(1);
  });

  test('that is unavailable results in a 503', async () => {
    const app = appHere({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/postgres' });
    const answer = await app.request('/api/v1/faqs/all');
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { code: 'unavailable', message: expect.any(String) },
    ]);
  });
});

describe('who never answers', () => {
  test('is ended by Postgres after 8 seconds', async () => {
    const service = connectAsService(onOneConnection().settings);
    const [limit] = await service.query(sql`select current_setting('statement_timeout') as it`);
    expect(limit).toEqual({ it: '8s' });
  });

  test('is given up after 20 seconds where the way there is dead', async () => {
    const { port } = new URL(stack().dbUrl);
    const sockets: Socket[] = [];
    let lost: number | null = null;
    const relay = createServer((client) => {
      const server = openSocket(Number(port), '127.0.0.1');
      sockets.push(client, server);
      client.on('data', (data) => {
        if (lost === null) server.write(data);
        else lost += 1;
      });
      client.on('error', () => undefined);
      server.on('data', (data) => client.write(data)).on('error', () => undefined);
    });
    await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
    const { settings } = onOneConnection();
    const address = new URL(settings.database.url);
    address.port = String((relay.address() as AddressInfo).port);
    const database = { url: address.href, connections: 1 };
    await expect(runInTransaction(database, [oneRow])).resolves.toBe('1');
    const timers = holdTimersOf('queries/postgres.ts');
    lost = 0;
    const asked = failure(runInTransaction(database, [oneRow]));
    await expect.poll(() => lost).toBeGreaterThan(0);
    timers.release();
    expect(await asked).toMatchObject({ code: '', status: 503 });
    lost = null;
    await expect(runInTransaction(database, [oneRow])).resolves.toBe('1');
    sockets.forEach((it) => it.destroy());
    relay.close();
  });
});
