import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as environment from '../../../supabase/functions/_shared/environment.ts';
import { anchorsOf, foreign, readDocuments, root } from './documents.ts';

const run = promisify(execFile);
const documents = await readDocuments();
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Command of scripts/run.mjs → file that it runs, relative to `scripts`. */
const files = new Map(
  [
    ...readFileSync(join(root, 'scripts/run.mjs'), 'utf8').matchAll(
      /^ {2}'?([\w-]+)'?: '(\S+\.ts)',$/gm,
    ),
  ].map(([, command = '', file = '']) => [command, file]),
);

test('every link leads somewhere', () => {
  const dead: string[] = [];
  for (const { path, text } of documents) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) {
        if (!URL.canParse(target)) dead.push(`${path}: ${target}`);
        continue;
      }
      const [file = '', anchor] = target.split('#');
      const place = file === '' ? join(root, path) : join(root, dirname(path), decodeURI(file));
      if (!existsSync(place)) dead.push(`${path}: ${target}`);
      else if (anchor) {
        const there = anchorsOf(readFileSync(place, 'utf8')).includes(anchor);
        if (!there) dead.push(`${path}: ${target} has no such heading`);
      }
    }
  }
  expect(dead).toEqual([]);
});

test('the list of decisions has every record', async () => {
  const list = documents.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
  const records: string[] = [];
  for await (const name of glob('0*.md', { cwd: join(root, 'docs/decisions') })) records.push(name);
  expect(records.length).toBeGreaterThan(5);
  expect(records.filter((it) => !list.includes(`](${it})`))).toEqual([]);
});

test('every file that is named is there', () => {
  const missing: string[] = [];
  const named =
    /`((?:src|scripts|supabase|tests|docs|deploy|public)\/[\w@./-]+\.(?:tsx?|mjs|astro|sql|md|json|toml|service))`/g;
  for (const { path, text } of documents) {
    for (const [, file = ''] of text.matchAll(named)) {
      const isOfShop = file.startsWith('src/shop/');
      if (!isOfShop && !existsSync(join(root, file))) missing.push(`${path}: ${file}`);
    }
  }
  expect(missing).toEqual([]);
});

test('the example of a payment provider is the one that the shop has', () => {
  const text = documents.find(({ path }) => path === 'docs/payments.md')?.text ?? '';
  const [, example] = /^```ts\n(.*?)^```$/ms.exec(text) ?? [];
  const file = join(root, 'supabase/functions/_shared/payments/cash/provider.ts');
  expect(example).toBe(readFileSync(file, 'utf8'));
});

test('every npm command is one of ours, with options that it takes', () => {
  const unknown: string[] = [];
  for (const { path, text } of documents) {
    for (const [, name = '', rest = ''] of text.matchAll(
      /npm run (?:-s |--silent )?([\w:-]+)([^\n`#]*)/g,
    )) {
      const command = scripts[name];
      if (command === undefined) {
        unknown.push(`${path}: npm run ${name}`);
        continue;
      }
      const file = files.get(command.split(' ')[3] ?? '');
      for (const [option] of rest.matchAll(/--\w[\w-]*/g)) {
        const source = file && readFileSync(join(root, 'scripts', file), 'utf8');
        if (!source?.includes(option)) unknown.push(`${path}: npm run ${name} ${option}`);
      }
    }
    for (const [, name = ''] of text.matchAll(/npm (start|test)\b/g)) {
      if (!(name in scripts)) unknown.push(`${path}: npm ${name}`);
    }
  }
  expect(unknown).toEqual([]);
});

/** What a server or a desk has besides this repository. */
const programs =
  'npm npx node git curl openssl docker systemctl journalctl useradd ln cp cat awk sed export bash psql'.split(
    ' ',
  );

test('every command begins with a program that is there', () => {
  const unknown: string[] = [];
  for (const { path, commands } of documents) {
    for (const command of commands) {
      const words = command.split(/\s+/).filter((it) => !/^[A-Z_]+=/.test(it));
      const [program, tool = ''] = words;
      const there = program === undefined || program === '#' || programs.includes(program);
      const known = program !== 'npx' || existsSync(join(root, 'node_modules/.bin', tool));
      if (!there || !known) unknown.push(`${path}: ${command}`);
    }
  }
  expect(unknown).toEqual([]);
});

test('every variable in a command is one that is read', () => {
  const known = new Set(
    Object.values(environment).flatMap((it) => ('shape' in it ? Object.keys(it.shape) : [])),
  );
  const unknown: string[] = [];
  for (const { path, commands } of documents) {
    for (const command of commands) {
      for (const [, name = ''] of command.matchAll(/(?:^|(?<!--set)\s)([A-Z][A-Z_]{3,})=/g)) {
        if (!known.has(name)) unknown.push(`${path}: ${name}`);
      }
    }
  }
  expect(unknown).toEqual([]);
});

test('every project of the tests that is named is one', () => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  for (const { path, text } of documents) {
    for (const [, name = ''] of text.matchAll(/vitest run --project (\w+)/g)) {
      expect(config, path).toContain(`project('${name}'`);
    }
  }
});

/** Options that a group of commands has in common; the script leaves them out. */
const ofGroups: Readonly<Record<string, readonly string[]>> = { seed: ['--linked', '--local'] };

test('the Supabase CLI knows every command and option that is named', async () => {
  // One call tells all: its script for completing words has a function for each command, with the options in it.
  const { stdout } = await run(
    process.execPath,
    [join(root, 'node_modules/.bin/supabase'), '--completions', 'bash'],
    { env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' } },
  );
  const parts = stdout.split(/^_(supabase\w*)\(\)/m).slice(1);
  const known = new Map(parts.flatMap((it, i) => (i % 2 === 0 ? [[it, parts[i + 1] ?? '']] : [])));
  const unknown: string[] = [];
  let asked = 0;
  for (const { path, text } of documents) {
    for (const [call, rest = ''] of text.matchAll(/npx supabase ([^\n`#()]*)/g)) {
      const words = rest.trim().split(/\s+/);
      const end = words.findIndex((it) => !/^[a-z][a-z-]*$/.test(it));
      const named = end < 0 ? words : words.slice(0, end);
      const nameOf = (length: number) =>
        ['supabase', ...named.slice(0, length)].join('_').replaceAll('-', '_');
      // The last word may be what a command takes, as `projects create hemline`, where no command follows.
      const length = known.has(nameOf(named.length)) ? named.length : named.length - 1;
      const command = nameOf(length);
      const more = [...known.keys()].some((it) => it.startsWith(`${command}_`));
      const options = [...rest.matchAll(/(?<=\s|^)--[\w-]+/g)].map(([option]) => option);
      const takes = known.get(command)?.split(/[\s"]+/);
      const shared = ofGroups[words[0] ?? ''] ?? [];
      const there =
        takes &&
        (length === named.length || !more) &&
        options.every((it) => [...takes, ...shared, '--help'].includes(it));
      if (!there) unknown.push(`${path}: ${call}`);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});

/** Keys as they leak: long, random, and in the form of their makers. */
const secrets: readonly RegExp[] = [
  /sk_(?:live|test)_[\da-f]{30,}/,
  /sb_secret_[\w-]{20,}/,
  /sbp_[\da-f]{40}/,
  /eyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /AKIA[\dA-Z]{16}/,
  /gh[pousr]_\w{30,}/,
  /postgres(?:ql)?:\/\/\w+:[^@\s:${}<]{12,}@(?!127\.0\.0\.1|localhost)/,
];

test('no key stands in the repository', async () => {
  const binary = /\.(?:webp|png|jpe?g|ico|woff2?|pdf)$/;
  const exclude = [...foreign, '.git/**', '.astro/**', '**/.env*'];
  const found: string[] = [];
  let read = 0;
  for await (const entry of glob('**/*', { cwd: root, exclude, withFileTypes: true })) {
    if (!entry.isFile() || binary.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    read += 1;
    for (const secret of secrets) {
      if (secret.test(text)) found.push(`${relative(root, path)}: ${secret.source.slice(0, 20)}`);
    }
  }
  expect(read).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
