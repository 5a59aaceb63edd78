/** What is counted; each has a number of tries a minute, for an address and for an account. */
export type LimitName = 'login' | 'register' | 'reset' | 'contact' | 'review';

/** Wide enough for a busy office behind one address; lower them with LIMIT_LOGIN and so on. */
const usualLimits: Readonly<Record<LimitName, number>> = {
  login: 60,
  register: 30,
  reset: 10,
  contact: 30,
  review: 30,
};

/** What both functions are told by their surroundings. */
export interface Settings {
  /** Address of the Supabase project as the function reaches it. */
  supabaseUrl: string;
  /** Address of the Supabase project as browsers reach it; pictures are served from there. */
  publicUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  siteUrl: string;
  /** Known to the site and the functions only; empty means nobody is believed. */
  siteSecret: string;
  paystack: { baseUrl: string; secretKey: string; timeoutMs: number };
  /** Tries a minute. */
  limits: Readonly<Record<LimitName, number>>;
  /** How long a cart waits for a customer who left the shop. */
  cartGraceMinutes: number;
  /** Takes one structured line. */
  log: (line: string) => void;
}

type Read = (name: string) => string | undefined;

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function readLimits(read: Read): Readonly<Record<LimitName, number>> {
  const limit = (name: LimitName) =>
    Number(read(`LIMIT_${name.toUpperCase()}`) || usualLimits[name]);
  return {
    login: limit('login'),
    register: limit('register'),
    reset: limit('reset'),
    contact: limit('contact'),
    review: limit('review'),
  };
}

/** Throws with the missing names, so that a wrong deployment is seen at once. */
export function readSettings(read: Read, log: (line: string) => void): Settings {
  const needed = ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'SITE_URL'];
  const missing = needed.filter((name) => !read(name));
  if (missing.length > 0) throw new Error(`Missing settings: ${missing.join(', ')}`);
  const supabaseUrl = withoutSlash(read('SUPABASE_URL') ?? '');
  return {
    supabaseUrl,
    publicUrl: withoutSlash(read('PUBLIC_SUPABASE_URL') ?? supabaseUrl),
    anonKey: read('SUPABASE_ANON_KEY') ?? '',
    serviceRoleKey: read('SUPABASE_SERVICE_ROLE_KEY') ?? '',
    siteUrl: withoutSlash(read('SITE_URL') ?? ''),
    siteSecret: read('SITE_SECRET') ?? '',
    paystack: {
      baseUrl: withoutSlash(read('PAYSTACK_BASE_URL') ?? 'https://api.paystack.co'),
      secretKey: read('PAYSTACK_SECRET_KEY') ?? '',
      timeoutMs: Number(read('PAYSTACK_TIMEOUT_MS') ?? 10_000),
    },
    limits: readLimits(read),
    cartGraceMinutes: Number(read('CART_GRACE_MINUTES') || 30),
    log,
  };
}
