import { functionVariables, readVariables } from './environment.ts';

/** What is counted; each has a number of tries a minute, for an address and for an account. */
export type LimitName = 'login' | 'register' | 'reset' | 'contact' | 'review';

/** What both functions are told by their surroundings. */
export interface Settings {
  /** Address of the Supabase project as the function reaches it. */
  supabaseUrl: string;
  /** Address of the Supabase project as browsers reach it; pictures are served from there. */
  publicUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  /** With it the auth server believes us about a shopper's address; empty where the project has none. */
  secretKey: string;
  /** `connections`: the most that this instance of a function holds. */
  database: { url: string; connections: number };
  siteUrl: string;
  /** Known to the site and the functions only; empty means nobody is believed. */
  siteSecret: string;
  /** Counts as well while the secret is being changed; empty otherwise. */
  previousSiteSecret: string;
  paystack: { baseUrl: string; secretKey: string; timeoutMs: number };
  /** Tries a minute. */
  limits: Readonly<Record<LimitName, number>>;
  /** What the database goes by as well, by the names of the variables. */
  keptInSql: { LIMIT_ORDER: number; PAYMENT_MINIMUMS: Record<string, number> };
  /** How long a cart waits for a customer who left the shop. */
  cartGraceMinutes: number;
  /** The request that is being answered; the database hears of it. */
  requestId?: string;
  /** Where that request came from, when the site proved it. */
  clientAddress?: string | null;
  /** Takes one structured line. */
  log: (line: string) => void;
}

/** `USD=2.00, NGN=100` */
function amountsIn(list: string): Record<string, number> {
  const entries = list.matchAll(/([A-Z]{3})=([\d.]+)/g);
  return Object.fromEntries(
    [...entries].map(([, currency = '', amount]) => [currency, Number(amount)]),
  );
}

/** Throws with everything that is missing or malformed, so that a wrong deployment is seen at once. */
export function readSettings(
  read: (name: string) => string | undefined,
  log: (line: string) => void,
): Settings {
  const given = readVariables(functionVariables, read, 'The function');
  return {
    supabaseUrl: given.SUPABASE_URL,
    publicUrl: given.PUBLIC_SUPABASE_URL ?? given.SUPABASE_URL,
    anonKey: given.SUPABASE_ANON_KEY,
    serviceRoleKey: given.SUPABASE_SERVICE_ROLE_KEY,
    secretKey: given.SUPABASE_SECRET_KEYS ?? '',
    database: {
      url: given.DATABASE_URL ?? given.SUPABASE_DB_URL,
      connections: given.DATABASE_CONNECTIONS,
    },
    siteUrl: given.SITE_URL,
    siteSecret: given.SITE_SECRET,
    previousSiteSecret: given.SITE_SECRET_PREVIOUS,
    paystack: {
      baseUrl: given.PAYSTACK_BASE_URL,
      secretKey: given.PAYSTACK_SECRET_KEY,
      timeoutMs: given.PAYSTACK_TIMEOUT_MS,
    },
    limits: {
      login: given.LIMIT_LOGIN,
      register: given.LIMIT_REGISTER,
      reset: given.LIMIT_RESET,
      contact: given.LIMIT_CONTACT,
      review: given.LIMIT_REVIEW,
    },
    keptInSql: {
      LIMIT_ORDER: given.LIMIT_ORDER,
      PAYMENT_MINIMUMS: amountsIn(given.PAYMENT_MINIMUMS),
    },
    cartGraceMinutes: given.CART_GRACE_MINUTES,
    log,
  };
}
