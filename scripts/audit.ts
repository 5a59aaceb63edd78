import { execFile } from 'node:child_process';
import { z } from 'zod';
import { root } from './settings.ts';

const severe = ['high', 'critical'];

const told = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});
const refused = z.object({ message: z.string() });

/** What the registry says of the packages, or why it said nothing. */
export type Audit = { asked: true; severe: string[] } | { asked: false; reason: string };

/** Asks the registry for known vulnerabilities of what the shop runs on. `registry` is npm's own setting when left out. */
export async function audit(registry?: string): Promise<Audit> {
  const args = ['audit', '--omit=dev', '--json', ...(registry ? [`--registry=${registry}`] : [])];
  const env = { ...process.env, npm_config_audit: 'true', npm_config_fetch_retries: '0' };
  const said = await new Promise<unknown>((resolve) => {
    // It ends with an error when it finds something: what it wrote tells the two apart.
    execFile('npm', args, { cwd: root, env, timeout: 60_000 }, (_, stdout) =>
      resolve(parse(stdout)),
    );
  });
  const read = told.safeParse(said);
  if (!read.success) {
    return { asked: false, reason: refused.safeParse(said).data?.message ?? 'no answer' };
  }
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
  const found = await audit();
  if (!found.asked) {
    console.log(`Vulnerabilities: NOT CHECKED, the registry did not tell (${found.reason}).`);
  } else if (found.severe.length === 0) {
    console.log('Vulnerabilities: none that is high or critical.');
  } else {
    console.error(`Vulnerabilities:\n  ${found.severe.join('\n  ')}`);
    process.exitCode = 1;
  }
}
