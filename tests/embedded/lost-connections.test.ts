import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const message = (type: string, ...body: (string | number)[]): Buffer => {
  const bytes = Buffer.concat(body.map((it) => Buffer.from(typeof it === 'string' ? it : [it])));
  const head = Buffer.from(`${type}____`);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
};
const letIn = Buffer.concat([message('R', 0, 0, 0, 0), message('Z', 'I')]);
const shutDown = message('E', 'SFATAL\0C57P01\0Mterminating connection\0', 0);

test('a process goes on when the database ends as a connection is opened', async () => {
  let connections = 0;
  const database = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(letIn);
      socket.once('data', () => socket.end(shutDown));
    });
  }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const program = `
    import postgres from 'postgres';
    import { ignoreLostConnections } from './supabase/embedded/database-errors.ts';
    ignoreLostConnections();
    const sql = postgres('postgresql://me@127.0.0.1:${port}/db', { max: 1 });
    for (;;) await sql\`select 1\`.catch(() => undefined);`;
  const cwd = resolve(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd });
  await expect
    .poll(() => connections > 1 || child.exitCode !== null, { timeout: 20_000 })
    .toBe(true);
  expect(child.exitCode).toBe(null);
  child.kill('SIGKILL');
  database.close();
});
