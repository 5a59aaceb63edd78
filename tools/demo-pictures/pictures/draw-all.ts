import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { jobs, type Job } from './jobs.ts';
import { codeHash, readLedger, root, sha256, writeLedger, type Ledger } from './ledger.ts';

/** `--only <part of a path>` draws those pictures alone. */
function wanted(): string {
  const flag = process.argv.indexOf('--only');
  return flag < 0 ? '' : (process.argv[flag + 1] ?? '');
}

function sourceHash(job: Job, code: string): string {
  return sha256(`${code}\n${JSON.stringify(job.source)}`);
}

function stale(job: Job, ledger: Ledger, code: string): boolean {
  const hash = sourceHash(job, code);
  return job.paths.some((path) => ledger[path]?.source !== hash || !existsSync(join(root, path)));
}

/** In a worker: draws the jobs it is given and reports each file. */
async function drawShare(indices: readonly number[]): Promise<void> {
  sharp.concurrency(1);
  const all = jobs();
  for (const index of indices) {
    const job = all[index];
    if (job === undefined) continue;
    for (const { path, data } of await job.draw()) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), data);
      parentPort?.postMessage({ index, path, file: sha256(data) });
    }
  }
}

async function drawAll(): Promise<void> {
  const all = jobs();
  const code = codeHash();
  const ledger = readLedger();
  const only = wanted();
  const due = all.flatMap((job, index) =>
    stale(job, ledger, code) && job.paths.some((path) => path.includes(only)) ? [index] : [],
  );
  const known = new Set(all.flatMap((job) => job.paths));
  for (const path of Object.keys(ledger)) {
    if (known.has(path)) continue;
    rmSync(join(root, path), { force: true });
    Reflect.deleteProperty(ledger, path);
  }
  let drawn = 0;
  const share = (number: number) =>
    new Promise<void>((resolve, reject) => {
      const indices = due.filter((_, position) => position % 2 === number);
      const worker = new Worker(new URL(import.meta.url), { workerData: indices });
      worker.on('message', (done: { index: number; path: string; file: string }) => {
        const job = all[done.index];
        if (job === undefined) return;
        ledger[done.path] = { source: sourceHash(job, code), file: done.file };
        drawn += 1;
        if (drawn % 20 === 0) {
          writeLedger(ledger);
          console.log(`${String(drawn)} pictures drawn`);
        }
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        resolve();
      });
    });
  await Promise.all([share(0), share(1)]);
  writeLedger(ledger);
  console.log(`${String(drawn)} pictures drawn, ${String(known.size)} in all`);
}

if (isMainThread) {
  await drawAll();
  await import('../demo/write-seed.ts');
} else {
  await drawShare(workerData as number[]);
}
