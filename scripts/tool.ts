import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './settings.ts';

export interface ToolResult {
  ok: boolean;
  /** stdout and stderr. */
  output: string;
}

/** The path of a package's program. Run by path, since PATH may have another Node first. */
export function bin(packageName: string, name: string): string {
  const home = join(root, 'node_modules', packageName);
  const { bin: entry } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const path = typeof entry === 'string' ? entry : entry[name];
  if (!path) throw new Error(`${packageName} has no program ${name}`);
  return join(home, path);
}

/** Runs a Node program of the project and waits until it ends; `show` also prints its output as it comes. */
export function runTool(
  file: string,
  args: string[],
  {
    show = false,
    env = {},
    cwd = root,
  }: { show?: boolean; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<ToolResult> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    if (show) process.stdout.write(chunk);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  let interrupted = false;
  const forward = (signal: NodeJS.Signals) => {
    interrupted = true;
    child.kill(signal);
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      // An interrupt ends the whole command, not only this tool.
      if (interrupted) process.exit(130);
      resolve({ ok: code === 0, output });
    });
  });
}
