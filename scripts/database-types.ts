import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import postgres from 'postgres';
import { format } from 'prettier';
import { databaseUrl } from './database-url.ts';
import { root } from './settings.ts';

const file = join(root, 'supabase/functions/_shared/database.types.ts');

/** The types of the schemas `public` and `office`, as the Supabase CLI would write them, had it Docker. */
export async function databaseTypes(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const database = { query: async (text: string) => ({ rows: [...(await sql.unsafe(text))] }) };
    const metadata = await introspect(database, { includedSchemas: ['public', 'office'] });
    return await generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
      postgrestVersion: '13',
      format: (code) => format(code, { parser: 'typescript', singleQuote: true, printWidth: 100 }),
    });
  } finally {
    await sql.end();
  }
}

async function main(): Promise<void> {
  const types = await databaseTypes(await databaseUrl());
  const name = relative(root, file);
  if (!process.argv.includes('--check')) {
    await writeFile(file, types);
    console.log(`Wrote ${name}.`);
  } else if (types === (await readFile(file, 'utf8').catch(() => ''))) {
    console.log(`${name} fits the database.`);
  } else {
    console.error(`${name} differs from the database. Run \`npm run types\` and commit it.`);
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
