import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { readVariables, siteVariables } from '#shared/environment.ts';
import { readProxies } from './addresses.ts';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Everything that the site reads from its environment; `_shared/environment.ts` says what each means. */
export type SiteEnvironment = Readonly<ReturnType<typeof readEnvironment>>;

type Variables = Readonly<Record<string, string | undefined>>;

/** The functions' own address where one is named, else that of the gateway before them. */
export function functionsUrlOf(supabaseUrl = '', functionsUrl = ''): string {
  return functionsUrl.replace(/\/+$/, '') || `${supabaseUrl}/functions/v1`;
}

/** Throws one Error that names everything missing or malformed. */
export function readEnvironment(variables: Variables = process.env) {
  const given = readVariables(siteVariables, (name) => variables[name], 'The site');
  return {
    siteUrl: given.SITE_URL,
    host: given.HOST,
    port: given.PORT,
    supabaseUrl: given.SUPABASE_URL,
    functionsUrl: functionsUrlOf(given.SUPABASE_URL, given.FUNCTIONS_URL),
    anonKey: given.SUPABASE_ANON_KEY,
    siteSecret: given.SITE_SECRET,
    trustedProxies: readProxies(given.TRUSTED_PROXIES),
    imageCache: given.HEMLINE_IMAGE_CACHE,
    logLevel: given.LOG_LEVEL,
    metrics: given.METRICS_PORT ? { host: given.METRICS_HOST, port: given.METRICS_PORT } : null,
    drainMs: given.DRAIN_SECONDS * 1000,
  };
}

/** The folder of the built site: the one that is named, or the newest. Throws where there is none. */
export function findBuild(variables: Variables = process.env): string {
  if (variables['HEMLINE_BUILD']) return variables['HEMLINE_BUILD'];
  const builds = join(import.meta.dirname, '../../dist');
  try {
    const { name } = JSON.parse(readFileSync(join(builds, 'current.json'), 'utf8')) as {
      name: string;
    };
    return join(builds, name);
  } catch {
    throw new Error('The site is not built yet: npm run build');
  }
}
