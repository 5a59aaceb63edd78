import { execFile } from 'node:child_process';
import { z } from 'zod';
import { root } from './settings.ts';

const severe = ['high', 'critical'];

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});
const failure = z.object({ message: z.string() });

/** The known vulnerabilities, or why the registry could not be asked. */
export type Audit = { available: true; severe: string[] } | { available: false; reason: string };

/** Asks the registry for known vulnerabilities of the production dependencies. `registry` defaults to npm's own setting. */
export async function audit(registry?: string): Promise<Audit> {
  const args = ['audit', '--omit=dev', '--json', ...(registry ? [`--registry=${registry}`] : [])];
  const env = { ...process.env, npm_config_audit: 'true', npm_config_fetch_retries: '0' };
  const output = await new Promise<unknown>((resolve) => {
    // npm exits with an error when it finds something, so only its output tells that from a failure.
    execFile('npm', args, { cwd: root, env, timeout: 60_000 }, (_, stdout) =>
      resolve(parse(stdout)),
    );
  });
  const parsed = report.safeParse(output);
  if (!parsed.success) {
    return { available: false, reason: failure.safeParse(output).data?.message ?? 'no response' };
  }
  const found = Object.entries(parsed.data.vulnerabilities)
    .filter(([, { severity }]) => severe.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range} (${severity})`);
  return { available: true, severe: found };
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
  if (!found.available) {
    console.log(`Vulnerabilities: NOT CHECKED, the registry did not answer (${found.reason}).`);
  } else if (found.severe.length === 0) {
    console.log('Vulnerabilities: none of high or critical severity.');
  } else {
    console.error(`Vulnerabilities:\n  ${found.severe.join('\n  ')}`);
    process.exitCode = 1;
  }
}
