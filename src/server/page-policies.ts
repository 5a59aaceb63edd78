import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const meta = /<meta http-equiv="content-security-policy" content="([^"]+)"/;

/** The path of a page, however it was asked for: with a slash at its end, or as the file that it is. */
const pagePath = (path: string): string => path.replace(/\/?(index\.html)?$/, '');

/**
 * Finds the content security policy of a page that the build rendered. It stands in the page as a meta element, which
 * comes late and cannot say who may frame the page; as a header it can.
 */
export function readPagePolicies(folder: string): (path: string) => string | undefined {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  const policies = new Map<string, string>();
  for (const file of files.filter((it) => it.endsWith('.html'))) {
    const policy = meta.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
    if (policy) policies.set(pagePath(`/${file}`), `${policy} frame-ancestors 'none'`);
  }
  return (path) => policies.get(pagePath(path));
}
