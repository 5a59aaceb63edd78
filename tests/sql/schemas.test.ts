import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../supabase/embedded/paths.ts';
import { createTrial, launch, quit } from '../embedded/launcher.ts';
import { rowsOf, schemaOf } from '../support/schema-of.ts';

/** The database that the SQL files of a folder make, applied in the order of their names. */
async function databaseOf(folder: string): Promise<string[]> {
  const trial = await createTrial();
  try {
    await cp(join(repository, folder), join(trial.folder, 'migrations'), { recursive: true });
    const stack = await launch(trial);
    try {
      const { dbUrl } = stack.values;
      return [...(await schemaOf(dbUrl)), ...(await rowsOf(dbUrl))];
    } finally {
      await quit(stack);
    }
  } finally {
    await trial.remove();
  }
}

test('the migrations make the database that supabase/schemas describes, to the last grant and comment', async () => {
  const described = await databaseOf('supabase/schemas');
  const migrated = await databaseOf('supabase/migrations');
  expect(described.length).toBeGreaterThan(500);
  expect({
    onlyInSchemas: described.filter((line) => !migrated.includes(line)),
    onlyInMigrations: migrated.filter((line) => !described.includes(line)),
  }).toEqual({ onlyInSchemas: [], onlyInMigrations: [] });
});
