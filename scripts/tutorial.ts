import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { runCommand } from './command.ts';
import { root } from './settings.ts';

export const tutorial = join(root, 'docs/tutorial.md');

interface Block {
  kind: 'diff' | 'sh';
  text: string;
  /** The heading above it. */
  heading: string;
}

/** The diffs and commands of a document, in order. */
export function blocksOf(document: string): Block[] {
  const sections = document.split(/^## /m).slice(1);
  return sections.flatMap((section) =>
    [...section.matchAll(/^```(diff|sh)\n(.*?)^```$/gms)].map(([, kind, text = '']) => ({
      kind: kind === 'diff' ? ('diff' as const) : ('sh' as const),
      text,
      heading: section.slice(0, section.indexOf('\n')),
    })),
  );
}

/** Runs a program and returns its output. @throws Error with what it printed */
async function run(folder: string, [file, ...args]: [string, ...string[]], input = '') {
  const child = spawn(file, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [output, errors, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    ended,
  ]);
  if (code !== 0) throw new Error(`${output}${errors}`.trim());
  return output;
}

/** Applies a diff or runs commands in a copy of the repository. @throws Error that names the step */
export async function follow({ kind, text, heading }: Block, folder: string): Promise<void> {
  const apply = ['git', 'apply', '--recount', '-'] as const;
  try {
    await (kind === 'diff'
      ? run(folder, [...apply], text)
      : run(folder, ['bash', '-euo', 'pipefail', '-c', text]));
  } catch (error) {
    const what = kind === 'diff' ? 'This diff does not apply' : 'This command failed';
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${heading}: ${what}:\n\n${text}\n${reason}`, { cause: error });
  }
}

/** Follows the whole tutorial in a temporary copy of the repository. */
async function main(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-tutorial-'));
  try {
    const files = await run(root, ['git', 'ls-files', '-z']);
    for (const file of files.split('\0').filter(Boolean))
      await cp(join(root, file), join(folder, file));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const block of blocksOf(await readFile(tutorial, 'utf8'))) {
      console.log(block.kind === 'sh' ? block.text.trimEnd() : block.heading);
      await follow(block, folder);
    }
    return 'Every step of the tutorial works.';
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

if (import.meta.main) await runCommand(main);
