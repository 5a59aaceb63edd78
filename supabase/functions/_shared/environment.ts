import { z } from 'zod';

/**
 * Every variable that any part of Hemline reads from its environment: what it must be, its usual value, what it means.
 * The readers and docs/environment.md are both made from this.
 */

const address = z
  .url({ protocol: /^https?$/, error: 'is not an http address' })
  .transform((it) => it.replace(/\/+$/, ''));
const port = (from = 1) => number(from, 65_535, `is not a port (${from} to 65535)`).int();
const secret = z.string().meta({ secret: true });

function number(from: number, to: number, error = `is not a number from ${from} to ${to}`) {
  return z.coerce.number({ error }).min(from, error).max(to, error);
}

const limit = (usual: number, what: string) =>
  number(0, 1_000_000)
    .default(usual)
    .meta({ description: `${what} a minute, per address and per account` });

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'is not a postgresql address',
});
const supabaseUrl = address.meta({ description: 'Address of the Supabase project' });
const anonKey = z.string().meta({ description: 'The project’s public (anon or publishable) key' });
const serviceKey = secret.meta({
  description: 'The project’s service key, which passes row-level security',
  secret: true,
});
const keys = z.record(z.string(), z.string());

/** `{"default": "sb_secret_…"}` gives the key itself. Supabase writes it, so what cannot be read is none, and no reason to stop. */
const secretKeys = z.string().transform((text) => {
  try {
    const { default: usual, ...others } = keys.parse(JSON.parse(text));
    return usual ?? Object.values(others)[0] ?? '';
  } catch {
    return '';
  }
});

/** The built site, one process of it. */
export const siteVariables = z.object({
  SITE_URL: address.meta({ description: 'The shop’s address as browsers know it' }),
  SUPABASE_URL: supabaseUrl,
  SUPABASE_ANON_KEY: anonKey,
  FUNCTIONS_URL: address.optional().meta({
    description:
      'Where the edge functions answer, if there is a shorter way than `/functions/v1` of `SUPABASE_URL`',
  }),
  SITE_SECRET: secret.meta({
    description:
      'Known to the site and the functions only: proves a client’s address, and gets refresh tokens',
    secret: true,
  }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Network address it listens on' }),
  PORT: port(0).default(4321).meta({ description: 'Port it listens on' }),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^[\da-f.:/, ]*$/i, 'is not a list of addresses')
    .default('')
    .meta({
      description:
        'Proxies in front of it, as addresses or subnets (`10.0.0.0/8, ::1`): their `X-Forwarded-For` is believed, and limits count the address it ends at',
    }),
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info', 'debug'], 'is not error, warn, info or debug')
    .default('info')
    .meta({
      description:
        'What it logs: `info` has a line for each page and call, `debug` one for files too',
    }),
  METRICS_PORT: port()
    .optional()
    .meta({ description: 'Port of `/metrics` for Prometheus; without it there is none' }),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Network address that `/metrics` listens on' }),
  DRAIN_SECONDS: number(0, 600).default(5).meta({
    description: 'How long it still takes requests after SIGTERM, while `/readyz` says no',
  }),
  HEMLINE_BUILD: z
    .string()
    .optional()
    .meta({ description: 'Folder of the built site; the newest in `dist/` when left out' }),
  HEMLINE_IMAGE_CACHE: z
    .string()
    .default('node_modules/.cache/hemline-images')
    .meta({ description: 'Folder for pictures in the widths that browsers ask for' }),
});

/** Both edge functions. */
export const functionVariables = z.object({
  SUPABASE_URL: supabaseUrl,
  SUPABASE_ANON_KEY: anonKey,
  SUPABASE_SERVICE_ROLE_KEY: serviceKey,
  SUPABASE_SECRET_KEYS: secretKeys.optional().meta({
    description:
      'The project’s secret keys as JSON, as hosted functions have them; with the one called `default` the auth server is told the address of each shopper',
    secret: true,
  }),
  SUPABASE_DB_URL: databaseUrl.meta({
    description: 'Address of the database, as hosted functions have it',
    secret: true,
  }),
  DATABASE_URL: databaseUrl.optional().meta({
    description:
      'Address to use instead: the transaction pooler, or a login role with fewer rights',
    secret: true,
  }),
  DATABASE_CONNECTIONS: number(1, 100).int().default(2).meta({
    description: 'The most connections to the database that each instance of a function holds',
  }),
  SITE_URL: address.meta({ description: 'Where the payment provider sends the shopper back to' }),
  SITE_SECRET: secret.default('').meta({
    description: 'The same as the site’s; without it nobody is believed about a client’s address',
    secret: true,
  }),
  SITE_SECRET_PREVIOUS: secret.default('').meta({
    description: 'The secret before, which counts as well while `npm run secret` changes it',
    secret: true,
  }),
  PAYSTACK_SECRET_KEY: secret.default('').meta({
    description: 'The payment provider’s secret key; without it nobody can pay',
    secret: true,
  }),
  PAYSTACK_BASE_URL: address
    .default('https://api.paystack.co')
    .meta({ description: 'The payment provider’s address' }),
  PAYSTACK_TIMEOUT_MS: number(1, 120_000)
    .default(10_000)
    .meta({ description: 'Milliseconds that the payment provider is waited for' }),
  PUBLIC_SUPABASE_URL: address.optional().meta({
    description:
      'Where browsers reach storage, when that differs from `SUPABASE_URL` (`supabase start`)',
  }),
  LIMIT_LOGIN: limit(60, 'Logins'),
  LIMIT_REGISTER: limit(30, 'Registrations'),
  LIMIT_RESET: limit(10, 'Mails for a new password'),
  LIMIT_CONTACT: limit(30, 'Contact messages'),
  LIMIT_REVIEW: limit(30, 'Reviews'),
  LIMIT_ORDER: number(0, 1_000_000).int().default(30).meta({
    description:
      'Orders a minute of one account, and as many new tries to pay; the functions tell the database, which counts',
  }),
  PAYMENT_MINIMUMS: z
    .string()
    .regex(/^(\s*[A-Z]{3}=\d{1,9}(\.\d\d?)?\s*(,|$))+$/, 'is not a list as USD=2.00, NGN=100')
    .default('USD=2.00')
    .meta({
      description:
        'Smallest amounts that the payment provider takes, by currency (`USD=2.00, NGN=100`); an order of less is refused, one that costs nothing needs no provider',
    }),
  CART_GRACE_MINUTES: number(0, 100_000)
    .default(30)
    .meta({ description: 'Minutes that the cart of somebody who left the shop waits' }),
});

/** `npm start`, `npm run dev` and what works on the stack that they run. */
export const localVariables = z.object({
  SITE_PORT: port().default(4321).meta({ description: 'Port of the site' }),
  SUPABASE_PORT: port().default(54_321).meta({ description: 'Port of the embedded Supabase' }),
  POSTGRES_PORT: port().default(54_322).meta({ description: 'Port of its Postgres' }),
  SITE_URL: address.optional().meta({
    description:
      'The address people reach the site by; `http://localhost:` and the port when left out',
  }),
  HEMLINE_STATE: z
    .string()
    .default('supabase/.temp')
    .meta({ description: 'Folder for the local database, files and secrets' }),
  AUTH_LIMIT_SIGN_INS: number(1, 10_000_000).default(300).meta({
    description:
      'Sign-ins and renewed sessions of one address in five minutes that the local auth server takes, 30 of them at once',
  }),
  AUTH_LIMIT_OTHERS: number(1, 10_000_000).default(150).meta({
    description:
      'The same for registrations, for mails, for changes of a login, and for links of mails that are followed',
  }),
  RECONCILE_SECONDS: number(0, 10_000)
    .default(60)
    .meta({ description: 'Seconds between two looks for payments that went quiet; 0 for never' }),
  RECONCILE_MINUTES: number(0, 10_000)
    .default(15)
    .meta({ description: 'Minutes that a payment is quiet before it is asked about' }),
});

/** Commands that an operator runs against a project. */
export const toolVariables = z.object({
  SUPABASE_DB_URL: databaseUrl.optional().meta({
    description: 'Address of the database; the local stack’s when left out',
    secret: true,
  }),
  SUPABASE_URL: supabaseUrl.optional(),
  SUPABASE_ANON_KEY: anonKey.optional(),
  SUPABASE_SERVICE_ROLE_KEY: serviceKey.optional(),
  SITE_URL: address.optional().meta({ description: 'The shop’s address' }),
  SITE_SECRET: secret
    .optional()
    .meta({ description: 'The secret of site and functions', secret: true }),
  ADMIN_PASSWORD: secret.optional().meta({
    description: 'Password for `npm run admin`, where it is not given after the address',
    secret: true,
  }),
});

/** The tests. */
export const testVariables = z.object({
  CHROMIUM_PATH: z
    .string()
    .optional()
    .meta({ description: 'Browser for the tests; the first one found when left out' }),
  FUZZ_RUNS: number(1, 1_000_000)
    .optional()
    .meta({ description: 'Hostile requests that the fuzz test sends' }),
  FUZZ_SEED: number(-2_147_483_648, 2_147_483_647)
    .optional()
    .meta({ description: 'Seed of the fuzz test, for other requests' }),
});

type Read = (name: string) => string | undefined;

/** What was given, in its types; an empty text counts as not given. Throws one Error that names all that is wrong. */
export function readVariables<S extends z.ZodObject>(
  part: S,
  read: Read,
  who: string,
): z.output<S> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(part.shape)) {
    const value = read(name);
    if (value) given[name] = value;
  }
  const result = part.safeParse(given);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const value = given[name];
    if (value === undefined) return `${name} is missing`;
    return `${name} ${message}${isSecret(part.shape[name]) ? '' : `: ${value}`}`;
  });
  throw new Error(`${who} cannot start:\n  ${wrong.join('\n  ')}`);
}

/** Values of secrets are never written anywhere. */
function isSecret(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.meta()?.['secret'] === true;
}
