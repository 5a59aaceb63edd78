import { z } from 'zod';
import { address, number, optionalSecret, port } from './environment-values.ts';
import { paymentVariables } from './payments/variables.ts';

/**
 * Every environment variable: its type, its default and its meaning. docs/environment.md is generated from this,
 * and the same schemas validate the values.
 */

const secret = z.string().meta({ secret: true });

const limit = (defaultValue: number, what: string) =>
  number(0, 1_000_000)
    .int()
    .default(defaultValue)
    .meta({ description: `${what} per minute, per address and per account` });

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgresql address' });
const supabaseUrl = address.meta({ description: 'Address of the Supabase project' });
const anonKey = z.string().meta({ description: 'The project’s public (anon or publishable) key' });
const serviceKey = secret.meta({
  description: 'The project’s service role key, which bypasses row-level security',
  secret: true,
});
const keys = z.record(z.string(), z.string());

/** Reads the key from `{"default": "sb_secret_…"}`. Supabase sets this variable, so an unreadable value counts as no key. */
const secretKeys = z.string().transform((text) => {
  try {
    const { default: defaultKey, ...others } = keys.parse(JSON.parse(text));
    return defaultKey ?? Object.values(others)[0] ?? '';
  } catch {
    return '';
  }
});

/** One process of the built site. */
export const siteVariables = z.object({
  SITE_URL: address.meta({ description: 'The shop’s public address' }),
  SUPABASE_URL: supabaseUrl,
  SUPABASE_ANON_KEY: anonKey,
  FUNCTIONS_URL: address.optional().meta({
    description: 'Address of the edge functions, if not `/functions/v1` of `SUPABASE_URL`',
  }),
  SITE_SECRET: secret.meta({
    description:
      'Shared by the site and the functions: proves a client’s address and gives access to refresh tokens',
    secret: true,
  }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Network address to listen on' }),
  PORT: port(0).default(4321).meta({ description: 'Port to listen on' }),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^[\da-f.:/, ]*$/i, 'is not a list of addresses')
    .default('')
    .meta({
      description:
        'Proxies in front of the site, as addresses or subnets (`10.0.0.0/8, ::1`). Their `X-Forwarded-For` is trusted for rate limits',
    }),
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info', 'debug'], 'is not error, warn, info or debug')
    .default('info')
    .meta({
      description: 'Log level: `info` logs each page and API request, `debug` files too',
    }),
  METRICS_PORT: port()
    .optional()
    .meta({ description: 'Port of `/metrics` for Prometheus; not served when unset' }),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Network address of `/metrics`' }),
  DRAIN_SECONDS: number(0, 600).default(5).meta({
    description:
      'Seconds to keep accepting requests after SIGTERM, while `/readyz` responds with 503',
  }),
  HEMLINE_BUILD: z
    .string()
    .optional()
    .meta({ description: 'Folder of the built site; by default the newest in `dist/`' }),
  HEMLINE_IMAGE_CACHE: z
    .string()
    .default('node_modules/.cache/hemline-images')
    .meta({ description: 'Folder for resized pictures' }),
});

/** Both edge functions. */
export const functionVariables = z.object({
  SUPABASE_URL: supabaseUrl,
  SUPABASE_ANON_KEY: anonKey,
  SUPABASE_SERVICE_ROLE_KEY: serviceKey,
  SUPABASE_SECRET_KEYS: secretKeys.optional().meta({
    description:
      'The project’s secret keys as JSON, set on hosted projects. With the one named `default` the functions pass each shopper’s address to the auth server',
    secret: true,
  }),
  SUPABASE_DB_URL: databaseUrl.meta({
    description: 'Address of the database, set on hosted projects',
    secret: true,
  }),
  DATABASE_URL: databaseUrl.optional().meta({
    description: 'Overrides `SUPABASE_DB_URL`: the transaction pooler, or a role with fewer rights',
    secret: true,
  }),
  DATABASE_CONNECTIONS: number(1, 100).int().default(2).meta({
    description: 'Maximum number of database connections per instance of a function',
  }),
  SITE_URL: address.meta({
    description: 'The shop’s address, to which the payment provider redirects',
  }),
  SITE_SECRET: optionalSecret(
    'The same as the site’s; without it no client address is trusted, mails have no links that show an order, and nobody is invited to a company',
  ),
  SITE_SECRET_PREVIOUS: optionalSecret(
    'The previous secret, also accepted while `npm run secret` rotates it',
  ),
  ...paymentVariables.shape,
  PUBLIC_SUPABASE_URL: address.optional().meta({
    description:
      'Address of storage for browsers, if it differs from `SUPABASE_URL` (`supabase start`)',
  }),
  LIMIT_LOGIN: limit(60, 'Logins'),
  LIMIT_REGISTER: limit(30, 'Registrations'),
  LIMIT_VISIT: limit(30, 'New visitors who put something in a cart without an account'),
  LIMIT_RESET: limit(10, 'Password reset emails'),
  LIMIT_CONTACT: limit(30, 'Contact messages and requests for emails about stock'),
  LIMIT_REVIEW: limit(30, 'Reviews'),
  LIMIT_ORDER: number(0, 1_000_000).int().default(30).meta({
    description:
      'Orders per minute and account, and as many payment attempts and tries of vouchers; counted in the database',
  }),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/,
      'is not an address as My shop <hello@shop.example>',
    )
    .default('')
    .meta({
      description:
        'Sender of the mails to customers, as `My shop <hello@shop.example>`; without it the shop sends none',
    }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'is not an smtp or smtps address' })
    .or(z.literal(''))
    .default('')
    .meta({
      description:
        'Mail server, as `smtps://user:password@smtp.example:465`. Hosted functions cannot open ports 25 and 587',
      secret: true,
    }),
  MAIL_API_URL: address.default('https://api.resend.com/emails').meta({
    description: 'Mail provider’s HTTP API, as Resend’s, which is used without `SMTP_URL`',
  }),
  MAIL_API_KEY: optionalSecret('The mail provider’s key'),
  CART_GRACE_MINUTES: number(0, 100_000)
    .default(30)
    .meta({ description: 'Minutes until the cart of a customer who left the shop is cleared' }),
  IMPORT_ALLOWED_ADDRESSES: z
    .string()
    .default('')
    .transform((it) =>
      it
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean),
    )
    .meta({
      description:
        'IP addresses within your own network from which imports may fetch pictures, with commas between; others there are refused',
    }),
});

/** `npm start`, `npm run dev` and the commands that use their stack. */
export const localVariables = z.object({
  SITE_PORT: port().default(4321).meta({ description: 'Port of the site' }),
  SUPABASE_PORT: port().default(54_321).meta({ description: 'Port of the embedded Supabase' }),
  POSTGRES_PORT: port().default(54_322).meta({ description: 'Port of its Postgres' }),
  SITE_URL: address.optional().meta({
    description: 'The site’s public address; by default `http://localhost:` and the port',
  }),
  HEMLINE_STATE: z
    .string()
    .default('supabase/.temp')
    .meta({ description: 'Folder for the local database, files and secrets' }),
  AUTH_LIMIT_SIGN_INS: number(1, 10_000_000).default(300).meta({
    description:
      'Sign-ins and token refreshes per address in five minutes at the local auth server, with bursts of 30',
  }),
  AUTH_LIMIT_OTHERS: number(1, 10_000_000).default(150).meta({
    description: 'The same for sign-ups, emails, changes of email or password, and email links',
  }),
  AUTH_LIMIT_ANONYMOUS_USERS: number(1, 10_000_000)
    .default(300)
    .meta({ description: 'Anonymous sign-ins per address in an hour' }),
  RECONCILE_SECONDS: number(0, 10_000).default(60).meta({
    description: 'Seconds between two reconciliations of open payments; 0 turns them off',
  }),
  RECONCILE_MINUTES: number(0, 10_000)
    .default(15)
    .meta({ description: 'Age in minutes at which an open payment is reconciled' }),
});

/** Commands for operators. */
export const toolVariables = z.object({
  SUPABASE_DB_URL: databaseUrl.optional().meta({
    description: 'Address of the database; by default that of the local stack',
    secret: true,
  }),
  SUPABASE_URL: supabaseUrl.optional(),
  SUPABASE_ANON_KEY: anonKey.optional(),
  SUPABASE_SERVICE_ROLE_KEY: serviceKey.optional(),
  SITE_URL: address.optional().meta({ description: 'The shop’s address' }),
  SITE_SECRET: secret
    .optional()
    .meta({ description: 'The secret shared by the site and the functions', secret: true }),
  PAYSTACK_SECRET_KEY: secret.optional().meta({
    description: 'Paystack’s key, to sign messages of `npm run prove`',
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: secret.optional().meta({
    description: 'Stripe’s signing secret, to sign messages of `npm run prove`',
    secret: true,
  }),
  ADMIN_PASSWORD: secret.optional().meta({
    description: 'Password for `npm run admin`, instead of the argument',
    secret: true,
  }),
});

/** The tests. */
export const testVariables = z.object({
  API_MIRROR: z.string().optional().meta({
    description: 'Set by `npm run judge` for the API tests: where their requests pass through',
  }),
  CHROMIUM_PATH: z
    .string()
    .optional()
    .meta({ description: 'Browser for the tests; by default the first one found' }),
  FUZZ_RUNS: number(1, 1_000_000).optional().meta({
    description: 'Number of requests of the fuzz test, and of orders of the test of refunds',
  }),
  FUZZ_SEED: number(-2_147_483_648, 2_147_483_647)
    .optional()
    .meta({ description: 'Seed of the fuzz test' }),
  STOCK_STEPS: number(1000, 1_000_000)
    .optional()
    .meta({ description: 'Number of steps of the random test of stock' }),
  PRICE_CARTS: number(100, 1_000_000)
    .optional()
    .meta({ description: 'Number of carts of the random test of prices' }),
  CACHED_ANSWERS: number(100, 1_000_000)
    .optional()
    .meta({ description: 'Number of cached answers that are searched for prices of companies' }),
  CRASH_ORDERS: number(20, 1_000_000)
    .optional()
    .meta({ description: 'Number of orders of the test with crashes' }),
  TRACES: z.literal(['0', '1']).optional().meta({
    description: '1: failed browser tests leave a trace that shows the page at each step',
  }),
});

type Read = (name: string) => string | undefined;

/** Parses the variables of one part; an empty value counts as unset. Throws one Error that names everything invalid. */
export function readVariables<S extends z.ZodObject>(
  part: S,
  read: Read,
  subject: string,
): z.output<S> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(part.shape)) {
    const value = read(name);
    if (value) values[name] = value;
  }
  const result = part.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const value = values[name];
    if (value === undefined) return `${name} is missing`;
    return `${name} ${message}${isSecret(part.shape[name]) ? '' : `: ${value}`}`;
  });
  throw new Error(`${subject} cannot start:\n  ${problems.join('\n  ')}`);
}

/** The values of secrets are never printed. */
function isSecret(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.meta()?.['secret'] === true;
}
