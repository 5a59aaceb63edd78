import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { format } from 'prettier';
import { startStack } from '../supabase/embedded/stack.ts';
import { runCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { root } from './settings.ts';

const file = join(root, 'supabase/functions/_shared/database.types.ts');

/** The types of the schemas `public` and `office`, as `supabase gen types` writes them, but without Docker. */
export async function databaseTypes(url: string): Promise<string> {
  return withDatabase(url, async (sql) => {
    const database = { query: async (text: string) => ({ rows: [...(await sql.unsafe(text))] }) };
    const metadata = await introspect(database, { includedSchemas: ['public', 'office'] });
    return generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
      postgrestVersion: '13',
      format: (code) => format(code, { parser: 'typescript', singleQuote: true, printWidth: 100 }),
    });
  });
}

/** The types of the database that SUPABASE_DB_URL names, else of one made from the migrations for this. */
async function currentTypes(): Promise<string> {
  if (process.env.SUPABASE_DB_URL) return databaseTypes(process.env.SUPABASE_DB_URL);
  const stateDir = await mkdtemp(join(tmpdir(), 'hemline-types-'));
  try {
    const stack = await startStack({
      ...{ stateDir, ports: 'auto', siteUrl: 'http://127.0.0.1', durable: false },
      log: () => undefined,
    });
    return await databaseTypes(stack.dbUrl).finally(stack.stop);
  } finally {
    await rm(stateDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function main(): Promise<string> {
  const types = await currentTypes();
  const name = relative(root, file);
  if (!process.argv.includes('--check')) {
    await writeFile(file, types);
    return `Wrote ${name}.`;
  }
  if (types === (await readFile(file, 'utf8').catch(() => '')))
    return `${name} matches the database.`;
  throw new Error(`${name} differs from the database. Run \`npm run types\` and commit it.`);
}

if (import.meta.main) await runCommand(main);
