import { proxy } from 'hono/proxy';
import { readBytes, tooLargeText } from '../functions/_shared/read-bytes.ts';

/** Bytes of the largest body: a form with all its pictures. The functions have lower limits per route. */
const maxBodyBytes = 64 * 1024 * 1024;
/** From the complete request to the end of the response. */
const timeoutMs = 60_000;

/** Headers for this hop only. */
const hopByHopHeaders = ['connection', 'content-length', 'expect', 'te', 'trailer', 'upgrade'];

/**
 * Forwards a request, with the address of the peer instead of any that the client claims. The body is read completely
 * first, so that a slow client occupies no connection to the functions.
 */
export async function forwardToFunction(
  request: Request,
  peer: string,
  port: number | null,
): Promise<Response> {
  if (port === null) return errorResponse(503, 'The functions are starting');
  const { pathname, search } = new URL(request.url);
  const target = `http://127.0.0.1:${port}${pathname.slice('/functions/v1'.length)}${search}`;
  const headers = new Headers(request.headers);
  for (const name of hopByHopHeaders) headers.delete(name);
  headers.set('x-forwarded-for', peer);
  try {
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    const bytes = hasBody ? await readBytes(request, maxBodyBytes) : new Uint8Array();
    if (!bytes) return errorResponse(413, tooLargeText(maxBodyBytes));
    const answer = await proxy(target, {
      method: request.method,
      headers,
      body: hasBody ? bytes : null,
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]),
    });
    // @hono/node-server may end an answer that breaks off as if it were whole.
    return new Response(answer.body && (await answer.arrayBuffer()), answer);
  } catch {
    return errorResponse(502, 'The function did not answer');
  }
}

const errorResponse = (status: number, message: string): Response =>
  Response.json({ message }, { status });
