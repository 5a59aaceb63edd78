import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installFromDebian } from '../../scripts/browser.ts';
import { root } from '../../scripts/settings.ts';

/** Tools and what they wrote; deleted at any time. */
export const workFolder = join(root, 'test-results/judge');

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  minutes?: number;
}

/** Runs a program to its end, with a low priority. Judges exit with an error when they find something, so the code is only told. */
export async function run(file: string, args: string[], options: RunOptions = {}): Promise<Run> {
  const { cwd = workFolder, env = {}, minutes = 15 } = options;
  await mkdir(cwd, { recursive: true });
  return new Promise((resolve, reject) => {
    const settings = {
      cwd,
      env: { ...process.env, ...env },
      timeout: minutes * 60_000,
      maxBuffer: 256 * 1024 * 1024,
    };
    execFile('nice', [file, ...args], settings, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (error?.killed) reject(new Error(`${file} took longer than ${minutes} minutes.`));
      else if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error ?? new Error(`${file} did not run`));
    });
  });
}

/** The JSON that a tool printed. @throws with its output if there is none */
export function json<T>({ stdout, stderr }: Run, text = stdout): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`No JSON: ${`${stderr}\n${text}`.trim().slice(0, 600)}`);
  }
}

/**
 * The folder of an npm package with its dependencies, installed at the first use. Its scripts do not run: they download what the
 * registry does not have.
 */
export async function npmTool(name: string, version: string, ...more: string[]): Promise<string> {
  const folder = join(workFolder, 'tools', `${name.replace('/', '+')}-${version}`);
  if (!existsSync(folder)) {
    console.log(`          Fetching ${name} ${version} …`);
    const half = `${folder}.half`;
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'package.json'), '{"private":true,"type":"module"}');
    const args = ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, stderr } = await run('npm', [...args, `${name}@${version}`, ...more], {
      cwd: half,
      env: { npm_config_prefix: undefined },
    });
    if (code !== 0) throw new Error(`npm could not install ${name}: ${stderr.slice(-400)}`);
    await rename(half, folder);
  }
  return join(folder, 'node_modules', name);
}

/** A program of an npm package, by its path in the package. */
export async function npmProgram(name: string, version: string, program: string): Promise<string> {
  return join(await npmTool(name, version), program);
}

/** The version of an installed Debian package. */
export const debianVersion = (name: string): string =>
  spawnSync('dpkg-query', ['--show', '--showformat=${Version}', name]).stdout.toString();

/** The path of a program of Debian, installed if this is allowed. @throws with the command to install it */
export function debianProgram(program: string, ...packages: string[]): string {
  const find = () =>
    spawnSync('sh', ['-c', `command -v ${program}`])
      .stdout.toString()
      .trim();
  const found = find() || (packages.every((it) => installFromDebian(it)) && find());
  if (!found) throw new Error(`Not installed: apt install ${packages.join(' ')}`);
  return found;
}
