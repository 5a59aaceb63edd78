import { createHash } from 'node:crypto';
import { toKept, type Rendered } from './page-cache.ts';

/** An answer that was caught on its way out. */
export interface Caught {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What Astro's build gives: renders a page or endpoint. */
export type Render = (request: Request) => Promise<Response>;

/**
 * Lets Astro render `target` as everyone sees it: nothing of who asks goes in but the request's id, for the log. `site` is the
 * own origin.
 */
export async function catchPage(
  render: Render,
  target: string,
  site: string,
  requestId: string,
): Promise<Caught> {
  const headers = { accept: 'text/html', 'x-request-id': requestId };
  const response = await render(new Request(site + target, { headers }));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

const inline = /<(style|script)(?:\s[^>]*)?>([^]*?)<\/\1>/g;

/** Astro names the styles and scripts of all pages in each one's policy; those that stand in this page are enough. */
export function withOwnHashes(policy: string, html: string): string {
  const own = new Set<string>();
  for (const [, , content = ''] of html.matchAll(inline)) {
    own.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
  return policy.replaceAll(/ ('sha256-[^']+')/g, (named, hash: string) =>
    own.has(hash) ? named : '',
  );
}

/** A page, read from the database at `readAt` of its time or before, as it is kept; `page` is null where it must not be. */
export async function toRendered(
  { status, headers, body }: Caught,
  readAt: number,
): Promise<Rendered<Caught>> {
  // Its length is that of one coding.
  const { 'content-length': _, 'x-page-tags': tags, ...about } = headers;
  const { 'content-security-policy': policy, ...others } = about;
  // Astro leaves this one out, because a meta element may not carry it.
  const full = policy && {
    'content-security-policy': `${withOwnHashes(policy, body.toString())} frame-ancestors 'none'`,
  };
  const shown = { ...others, ...full };
  const sent = { status, headers: shown, body };
  if (status !== 200 || tags === undefined) return { page: null, sent };
  return { page: await toKept(sent, tags.split(' ').filter(Boolean), readAt), sent };
}
