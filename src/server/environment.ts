import { readVariables, siteVariables } from '#shared/environment.ts';
import { readProxies } from './http.ts';

/** Everything that the site reads from its environment; `_shared/environment.ts` says what each means. */
export type SiteEnvironment = Readonly<ReturnType<typeof readEnvironment>>;

/** The address of the functions if set, else that of the gateway. */
export function functionsUrlOf(supabaseUrl = '', functionsUrl = ''): string {
  return functionsUrl.replace(/\/+$/, '') || `${supabaseUrl}/functions/v1`;
}

/** The headers of a visitor, who is not signed in. */
export const anonHeaders = (anonKey: string) => ({
  apikey: anonKey,
  authorization: `Bearer ${anonKey}`,
});

/** Throws one Error that names everything missing or malformed. */
export function readEnvironment(variables: NodeJS.Dict<string> = process.env) {
  const values = readVariables(siteVariables, (name) => variables[name], 'The site');
  return {
    siteUrl: values.SITE_URL,
    host: values.HOST,
    port: values.PORT,
    supabaseUrl: values.SUPABASE_URL,
    functionsUrl: functionsUrlOf(values.SUPABASE_URL, values.FUNCTIONS_URL),
    anonKey: values.SUPABASE_ANON_KEY,
    siteSecret: values.SITE_SECRET,
    trustedProxies: readProxies(values.TRUSTED_PROXIES),
    imageCache: values.HEMLINE_IMAGE_CACHE,
    logLevel: values.LOG_LEVEL,
    metrics: values.METRICS_PORT ? { host: values.METRICS_HOST, port: values.METRICS_PORT } : null,
    drainMs: values.DRAIN_SECONDS * 1000,
  };
}
