import { proxy } from 'hono/proxy';
import { readBytes } from '../functions/_shared/read-bytes.ts';

/** A form with all its pictures; the functions have narrower limits per call. */
const largest = 64 * 1024 * 1024;
/** Milliseconds until an answer begins, from the moment the body is there. */
const patience = 60_000;

/** What is meant for this server alone. */
const ofTheConnection = ['connection', 'content-length', 'expect', 'te', 'trailer', 'upgrade'];

/**
 * Hands a request on, but for who asks: that is what this server saw, never what was said. The body is read whole before
 * the function is asked, so that slow clients keep no connection to it from others.
 */
export async function forwardToFunction(
  request: Request,
  peer: string,
  port: number | null,
): Promise<Response> {
  if (port === null) return refuse(503, 'The functions are starting');
  const { pathname, search } = new URL(request.url);
  const target = `http://127.0.0.1:${port}${pathname.slice('/functions/v1'.length)}${search}`;
  const headers = new Headers(request.headers);
  for (const name of ofTheConnection) headers.delete(name);
  headers.set('x-forwarded-for', peer);
  try {
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    const bytes = hasBody ? await readBytes(request, largest) : new Uint8Array();
    if (!bytes) return refuse(413, 'This is too large to be sent');
    return await proxy(target, {
      method: request.method,
      headers,
      body: hasBody ? bytes : null,
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(patience)]),
    });
  } catch {
    return refuse(502, 'The function did not answer');
  }
}

const refuse = (status: number, message: string): Response =>
  Response.json({ message }, { status });
