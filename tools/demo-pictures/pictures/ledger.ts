import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What each picture was drawn from, and the picture that came out. */
export interface Entry {
  source: string;
  file: string;
}

export type Ledger = Record<string, Entry>;

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const ledgerPath = join(root, 'tools/demo-pictures/pictures/ledger.json');

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

export function readLedger(): Ledger {
  if (!existsSync(ledgerPath)) return {};
  return JSON.parse(readFileSync(ledgerPath, 'utf8')) as Ledger;
}

export function writeLedger(ledger: Ledger): void {
  const sorted = Object.fromEntries(Object.entries(ledger).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(ledgerPath, `${JSON.stringify(sorted, null, 2)}\n`);
}

function sources(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? sources(path) : [path];
    });
}

/** Changes whenever the code that draws changes; what only keeps the books does not count. */
export function codeHash(): string {
  const folder = join(root, 'tools/demo-pictures/pictures');
  const books = ['draw-all.ts', 'jobs.ts', 'ledger.ts'].map((name) => join(folder, name));
  const files = sources(folder).filter((path) => path.endsWith('.ts') && !books.includes(path));
  return sha256(files.map((path) => readFileSync(path, 'utf8')).join('\n'));
}
