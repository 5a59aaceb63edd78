import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  functionVariables,
  localVariables,
  siteVariables,
  testVariables,
  toolVariables,
} from '../supabase/functions/_shared/environment.ts';
import { format, resolveConfig } from 'prettier';
import { root } from './settings.ts';

interface Part {
  title: string;
  about: string;
  variables: z.ZodObject;
}

const parts: readonly Part[] = [
  {
    title: 'The site',
    about:
      'Read by `src/server/main.ts`, one process of the built site. It refuses to start with a list of all that is missing or malformed.',
    variables: siteVariables,
  },
  {
    title: 'The edge functions',
    about:
      'Set with `npx supabase secrets set`; those that begin with `SUPABASE_` are there by themselves on a hosted project. On the embedded stack addresses, keys and secrets are its own, and the rest may stand in the environment of `npm start`.',
    variables: functionVariables,
  },
  {
    title: 'The embedded stack',
    about: 'Read by `npm start`, `npm run dev` and what works on the stack that they run.',
    variables: localVariables,
  },
  {
    title: 'Commands for operators',
    about:
      'Read by `npm run admin`, `npm run backup`, `npm run restore`, `npm run schedule`, `npm run secret` and `npm run deploy:check`. Without any of them they work on the local stack.',
    variables: toolVariables,
  },
  { title: 'Tests', about: 'Read by `npm test`.', variables: testVariables },
];

const file = join(root, 'docs/environment.md');

function usual(schema: z.ZodType): string {
  const unset = schema.safeParse(undefined);
  if (!unset.success) return '**needed**';
  return unset.data === undefined || unset.data === '' ? '' : `\`${String(unset.data)}\``;
}

function table({ title, about, variables }: Part): string {
  const rows = Object.entries(variables.shape).map(([name, schema]) => {
    const { description = '', secret = false } = (schema as z.ZodType).meta() ?? {};
    return `| \`${name}\` | ${usual(schema as z.ZodType)} | ${description}${secret ? ' (secret)' : ''} |`;
  });
  return [
    `## ${title}`,
    about,
    ['| Variable | Usual | Meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

/** docs/environment.md as it should be. */
export async function environmentTable(): Promise<string> {
  const text = [
    '# Environment',
    'Every variable that any part of Hemline reads. Made by `npm run docs` from `supabase/functions/_shared/environment.ts`, which is also what reads them.',
    ...parts.map(table),
  ].join('\n\n');
  return format(`${text}\n`, { ...(await resolveConfig(file)), filepath: file });
}

if (import.meta.main) {
  await writeFile(file, await environmentTable());
  console.log('Wrote docs/environment.md.');
}
