/** Everything that the site reads from its environment, in this one place. */
export interface SiteEnvironment {
  /** The site's address as browsers know it, without a trailing slash. */
  readonly siteUrl: string;
  readonly host: string;
  readonly port: number;
  readonly supabaseUrl: string;
  readonly anonKey: string;
  /** Proves to the functions that a client address comes from the site. */
  readonly siteSecret: string;
  /** Where transformed pictures are kept. */
  readonly imageCache: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Throws one Error that names everything missing or malformed. */
export function readEnvironment(variables: Variables = process.env): SiteEnvironment {
  const wrong: string[] = [];
  const address = (name: string, otherwise?: string): string => {
    const value = variables[name] || otherwise;
    if (!value) wrong.push(`${name} is missing`);
    else if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      wrong.push(`${name} is not an http address: ${value}`);
    }
    return (value ?? '').replace(/\/+$/, '');
  };
  const text = (name: string): string => {
    const value = variables[name];
    if (!value) wrong.push(`${name} is missing`);
    return value ?? '';
  };
  const port = Number(variables['PORT'] || 4321);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    wrong.push(`PORT is not a port: ${variables['PORT']}`);
  }
  const environment: SiteEnvironment = {
    siteUrl: address('SITE_URL', `http://localhost:${port}`),
    host: variables['HOST'] || '127.0.0.1',
    port,
    supabaseUrl: address('SUPABASE_URL'),
    anonKey: text('SUPABASE_ANON_KEY'),
    siteSecret: text('SITE_SECRET'),
    imageCache: variables['HEMLINE_IMAGE_CACHE'] || 'node_modules/.cache/hemline-images',
  };
  if (wrong.length > 0) throw new Error(`The site cannot start:\n  ${wrong.join('\n  ')}`);
  return environment;
}
