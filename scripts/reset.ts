import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stopOrphanedPostgres } from '../supabase/embedded/postgres.ts';
import { stopProcess } from '../supabase/embedded/processes.ts';
import { claimState, openState } from '../supabase/embedded/state.ts';
import { readSettings } from './settings.ts';

/** Forgets all local data. Only names that the stack itself makes are removed, wherever the state is kept. */
async function reset(): Promise<void> {
  const { stateDir } = readSettings();
  const state = await openState(stateDir);
  const before = await claimState(state);
  await stopOrphanedPostgres(state);
  if (before?.deno) await stopProcess(before.deno, [{ signal: 'SIGKILL', patience: 5000 }]);
  const others = ['pictures', 'secrets.json', 'running.json'].map((name) => join(stateDir, name));
  for (const path of [state.database, state.files, state.denoCache, ...others]) {
    await rm(path, { recursive: true, force: true });
  }
  console.log(`All local data in ${stateDir} is gone. The next npm start begins afresh.`);
}

try {
  await reset();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
