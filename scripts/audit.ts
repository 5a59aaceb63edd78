import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { root } from './settings.ts';

const severe = ['high', 'critical'];

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Asks the registry for known vulnerabilities of what the shop runs on; a registry that does not answer fails nothing. */
export function audit(): { asked: boolean; severe: string[] } {
  const args = ['audit', '--omit=dev', '--json'];
  const env = { ...process.env, npm_config_audit: 'true' };
  const { stdout } = spawnSync('npm', args, { cwd: root, env, encoding: 'utf8', timeout: 60_000 });
  const read = report.safeParse(parse(stdout));
  if (!read.success) return { asked: false, severe: [] };
  const found = Object.entries(read.data.vulnerabilities)
    .filter(([, { severity }]) => severe.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range} (${severity})`);
  return { asked: true, severe: found };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const found = audit();
  if (!found.asked)
    console.log('Vulnerabilities: the registry does not tell; nothing was checked.');
  else if (found.severe.length === 0)
    console.log('Vulnerabilities: none that is high or critical.');
  else console.error(`Vulnerabilities:\n  ${found.severe.join('\n  ')}`);
  process.exitCode = found.severe.length > 0 ? 1 : 0;
}
