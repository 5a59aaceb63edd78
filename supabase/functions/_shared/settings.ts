import type { z } from 'zod';
import { functionVariables, readVariables } from './environment.ts';
import type { PaymentKind } from './domain/payment-kind.ts';
import type { PaymentFacts } from './payments/provider.ts';
import { factsOfAll } from './payments/providers.ts';
import type { PaymentVariables } from './payments/variables.ts';

/** The rate limits; each is per minute, for an address and for an account. */
export type LimitName = 'login' | 'register' | 'visit' | 'reset' | 'contact' | 'review';

/** `smtpUrl` is empty for mails over the HTTP API of a provider. */
export interface MailSettings {
  from: string;
  smtpUrl: string;
  apiUrl: string;
  apiKey: string;
}

/** The settings of both functions, from their environment. */
export interface Settings {
  /** The Supabase project's URL for the functions. */
  supabaseUrl: string;
  /** The Supabase project's URL for browsers, which load pictures from there. */
  publicUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  /** Lets the functions pass a shopper's address to the auth server; empty if the project has none. */
  secretKey: string;
  /** `connections`: the maximum per instance of a function. */
  database: { url: string; connections: number };
  siteUrl: string;
  /** Shared by the site and the functions; if empty, no client address is trusted. */
  siteSecret: string;
  /** Also accepted during a rotation of the secret; otherwise empty. */
  previousSiteSecret: string;
  /** Of the payment providers, by variable name. */
  payments: PaymentVariables;
  /** Requests per minute. */
  limits: Readonly<Record<LimitName, number>>;
  /** Settings that SQL functions use, by variable name. */
  databaseSettings: {
    LIMIT_ORDER: number;
    PAYMENT_PROVIDERS: Record<string, PaymentFacts & { kind: PaymentKind }>;
  };
  /** How mails are sent; null while there is no sender address, or no server for it. */
  mail: MailSettings | null;
  /** Minutes until the cart of a customer who left the shop is cleared. */
  cartGraceMinutes: number;
  /** IP addresses that are not public, from which imports may fetch pictures all the same. */
  importAddresses: readonly string[];
  /** The id of the current request, passed to the database. */
  requestId?: string;
  /** The client's address, if the site has proved it. */
  clientAddress?: string | null;
  /** Writes one line of JSON. */
  log: (line: string) => void;
}

function mailSettings({
  MAIL_FROM: from,
  SMTP_URL: smtpUrl,
  MAIL_API_URL: apiUrl,
  MAIL_API_KEY: apiKey,
}: z.output<typeof functionVariables>): MailSettings | null {
  return from !== '' && (smtpUrl !== '' || apiKey !== '')
    ? { from, smtpUrl, apiUrl, apiKey }
    : null;
}

/** Throws with the names of all missing or invalid variables. */
export function readSettings(
  read: (name: string) => string | undefined,
  log: (line: string) => void,
): Settings {
  const variables = readVariables(functionVariables, read, 'The function');
  return {
    supabaseUrl: variables.SUPABASE_URL,
    publicUrl: variables.PUBLIC_SUPABASE_URL ?? variables.SUPABASE_URL,
    anonKey: variables.SUPABASE_ANON_KEY,
    serviceRoleKey: variables.SUPABASE_SERVICE_ROLE_KEY,
    secretKey: variables.SUPABASE_SECRET_KEYS ?? '',
    database: {
      url: variables.DATABASE_URL ?? variables.SUPABASE_DB_URL,
      connections: variables.DATABASE_CONNECTIONS,
    },
    siteUrl: variables.SITE_URL,
    siteSecret: variables.SITE_SECRET,
    previousSiteSecret: variables.SITE_SECRET_PREVIOUS,
    payments: variables,
    limits: {
      login: variables.LIMIT_LOGIN,
      register: variables.LIMIT_REGISTER,
      visit: variables.LIMIT_VISIT,
      reset: variables.LIMIT_RESET,
      contact: variables.LIMIT_CONTACT,
      review: variables.LIMIT_REVIEW,
    },
    databaseSettings: {
      LIMIT_ORDER: variables.LIMIT_ORDER,
      PAYMENT_PROVIDERS: factsOfAll(variables),
    },
    mail: mailSettings(variables),
    cartGraceMinutes: variables.CART_GRACE_MINUTES,
    importAddresses: variables.IMPORT_ALLOWED_ADDRESSES,
    log,
  };
}
