import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/settings.ts';
import { isAlive } from '../../supabase/embedded/processes.ts';

/** Where everything that tests write is: nothing is left behind elsewhere. */
export const results = join(root, 'test-results');

/** Gives this run a home, and a folder of temporary files that is deleted when it ends; deletes those of runs that were killed. */
export function useOwnFolders(): void {
  const temporary = join(results, 'tmp', String(process.pid));
  const home = join(results, 'home');
  for (const folder of [temporary, home]) mkdirSync(folder, { recursive: true });
  for (const run of readdirSync(dirname(temporary))) {
    if (isAlive({ pid: Number(run), started: null })) continue;
    rmSync(join(dirname(temporary), run), { recursive: true, force: true });
  }
  process.env['TMPDIR'] = temporary;
  process.env['HOME'] = home;
  // Servers of a run that is interrupted may still be writing.
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }));
}
