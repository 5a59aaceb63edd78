import { execFileSync } from 'node:child_process';
import { root } from '../../scripts/settings.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The files that differ from a commit, new ones included. */
export function changedFiles(since: string): string[] {
  const isNew = ['ls-files', '--others', '--exclude-standard'];
  return [...new Set([...git('diff', '--name-only', '--no-renames', since), ...git(...isNew)])];
}

/** Tests that use files over HTTP, by SQL or in a browser, and do not import them. */
const users: readonly [files: RegExp, tests: readonly string[]][] = [
  [/^supabase\/(migrations|schemas|seed\.sql)/, ['sql', 'api', 'e2e']],
  [/^supabase\/functions\//, ['api', 'e2e']],
  [/^supabase\/(embedded|config\.toml|templates)/, ['embedded']],
  [/^src\/(storefront|pages\/(?!admin|user))/, ['e2e/shop']],
  [/^src\/(account|pages\/user)/, ['e2e/account']],
  [/^src\/(admin|pages\/admin)/, ['e2e/office']],
  [/^src\/(?!storefront|account|admin|pages|server|dev)/, ['e2e']],
  [/^src\/server\//, ['unit/site', 'e2e/site']],
  [/^(public|astro\.config)/, ['e2e/site']],
  [/^scripts\//, ['embedded']],
  [/\.(md|json)$|^deploy\//, ['unit/docs']],
];

/** The folders of tests that a change of these files can reach without an import. */
export function foldersReachedBy(files: readonly string[]): string[] {
  const folders = users.filter(([pattern]) => files.some((file) => pattern.test(file)));
  return [...new Set(folders.flatMap(([, tests]) => tests.map((it) => `tests/${it}/`)))];
}
