import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stopOrphanedPostgres } from '../supabase/embedded/postgres.ts';
import { stopProcess } from '../supabase/embedded/processes.ts';
import { claimState, openState } from '../supabase/embedded/state.ts';
import { runCommand } from './command.ts';
import { readSettings } from './settings.ts';

/** Deletes all local data. Removes only the files that the stack creates, whatever else the state folder has. */
async function reset(): Promise<string> {
  const { stateDir } = readSettings();
  const state = await openState(stateDir);
  const previous = await claimState(state);
  await stopOrphanedPostgres(state);
  if (previous?.deno) await stopProcess(previous.deno, [{ signal: 'SIGKILL', timeoutMs: 5000 }]);
  const others = ['pictures', 'secrets.json', 'running.json'].map((name) => join(stateDir, name));
  for (const path of [state.database, state.files, state.denoCache, ...others]) {
    await rm(path, { recursive: true, force: true });
  }
  return `Deleted all local data in ${stateDir}. The next npm start begins with the demo data.`;
}

await runCommand(reset);
