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
  /** Takes one structured line. */
  log: (line: string) => void;
}

type Read = (name: string) => string | undefined;

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
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
    log,
  };
}
