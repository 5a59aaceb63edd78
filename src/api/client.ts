import { fits, isRecord, type Shape } from './shape.ts';
import type { Progress } from './upload.ts';
import { readToken, renewToken, runsOut, shopper, signInAgain, type Role } from './tokens.ts';

export interface Issue {
  /** The field's name. */
  readonly path: string;
  readonly message: string;
}

/** A failed call. `status` is 0 if there was no response. */
export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly issues: readonly Issue[];
}

export type Reply<Body> = (Body & { readonly ok: true }) | Failure;

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Objects are sent as JSON, FormData as multipart. */
  readonly body?: object | FormData;
  /** Whose token is sent; a `shopper` is a customer, or a visitor without an account. */
  readonly as?: Role | 'shopper';
  readonly headers?: Readonly<Record<string, string>>;
  readonly cache?: RequestCache;
  /** If the session is already over, the call has succeeded. */
  readonly signsOut?: boolean;
  /** The browser completes it even if the page unloads. */
  readonly keepalive?: boolean;
  /** Reports the progress of a FormData upload. */
  readonly onProgress?: Progress;
}

/** Bypasses the site's cache, for users who have just changed the data. */
export const asOfNow = { cache: 'reload' } as const;

/**
 * Calls the API on the site's own origin; `path` is without `/api/v1`. Never throws. Refreshes a token that is about to expire
 * first, and a refused one once. A response without JSON of this `shape`, such as a captive portal's page, is a failure
 * whatever its status. Other fields are not checked here; contract tests keep site and function consistent.
 */
export async function call<Body extends object>(
  path: string,
  shape: Shape<Body>,
  options: CallOptions = {},
): Promise<Reply<Body>> {
  return read<Body>(await answerTo(path, options), shape);
}

/** A readable resource of the API; its path is also its cache key. */
export interface Resource<Body> {
  readonly path: string;
  readonly fetch: () => Promise<Reply<Body>>;
}

export function resource<Body extends object>(
  path: string,
  shape: Shape<Body>,
  options: Pick<CallOptions, 'as' | 'cache'> = {},
): Resource<Body> {
  return { path, fetch: () => call(path, shape, options) };
}

async function answerTo(path: string, options: CallOptions): Promise<Response | Failure> {
  const role = options.as === 'shopper' ? shopper() : options.as;
  if (!role) return send(path, options, '');
  const found = tokenFor(role, options);
  const token = typeof found === 'string' ? found : await found;
  const response = token ? await send(path, options, token) : signInFirst;
  if (response.status !== 401) return response;
  const renewed = (token && (await renewToken(role))) || (await askAgain(role, options, token));
  if (renewed) return send(path, options, renewed);
  // The cart may have moved to the account of a visitor who has just signed in.
  return options.as === 'shopper' && shopper() !== role ? answerTo(path, options) : response;
}

async function askAgain(
  role: Role,
  { method = 'GET', signsOut = false, keepalive = false }: CallOptions,
  refused: string,
): Promise<string> {
  return signsOut || keepalive ? '' : signInAgain(role, refused, method !== 'GET');
}

/** A call that must outlive its page cannot wait for a token refresh. */
function tokenFor(role: Role, { keepalive }: CallOptions): string | Promise<string> {
  const token = readToken(role);
  if (token && (keepalive || !runsOut(token))) return token;
  return renewToken(role).then((renewed) => renewed || token);
}

const signInFirst: Failure = {
  ok: false,
  status: 401,
  message: 'Please sign in first.',
  code: 'not_signed_in',
  issues: [],
};

export const noAnswer: Failure = {
  ok: false,
  status: 0,
  message: 'The shop could not be reached. Check your connection and try again.',
  code: 'no_response',
  issues: [],
};

/** Something else responded, or the response was cut off. */
const notUnderstood: Failure = { ...noAnswer, code: 'not_understood' };

/** A response or a failure. */
async function send(
  path: string,
  options: CallOptions,
  token: string,
): Promise<Response | Failure> {
  const { body, onProgress } = options;
  let request: Request;
  try {
    const headers = new Headers(options.headers);
    headers.set('accept', 'application/json');
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (body && !(body instanceof FormData)) headers.set('content-type', 'application/json');
    request = new Request(`/api/v1${path}`, {
      method: options.method ?? 'GET',
      headers,
      cache: options.cache ?? 'default',
      keepalive: options.keepalive ?? false,
      body: body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...noAnswer, code: 'not_sent', message };
  }
  const answer =
    onProgress && body instanceof FormData
      ? import('./upload.ts').then((it) => it.sendWithProgress(request, body, onProgress))
      : fetch(request);
  return answer.catch(() => noAnswer);
}

/** A CSV file that requires a token, or a failure. */
export async function callForFile(
  path: string,
  as: Role,
  options: Pick<CallOptions, 'method' | 'body'> = {},
): Promise<{ readonly ok: true; readonly file: Blob } | Failure> {
  const response = await answerTo(path, { ...options, as });
  if (!(response instanceof Response)) return response;
  if (!response.ok) return toFailure(response.status, await readFields(response));
  if (!response.headers.get('content-type')?.startsWith('text/csv')) return notUnderstood;
  // A truncated file is a failure.
  return response.blob().then(
    (file) => ({ ok: true as const, file }),
    () => noAnswer,
  );
}

async function read<Body extends object>(
  response: Response | Failure,
  shape: Shape<Body>,
): Promise<Reply<Body>> {
  if (!(response instanceof Response)) return response;
  const fields = await readFields(response);
  if (!response.ok) return toFailure(response.status, fields);
  return fits(fields, shape) ? { ...fields, ok: true } : notUnderstood;
}

/** Null if it is not a JSON object. */
async function readFields(response: Response): Promise<Record<string, unknown> | null> {
  const body: unknown = await response.json().catch(() => null);
  return isRecord(body) ? body : null;
}

function toFailure(status: number, fields: Record<string, unknown> | null): Failure {
  const { message, code, issues } = fields ?? {};
  const isIssue = (it: unknown): it is Issue => fits(it, { path: 'string', message: 'string' });
  return {
    ok: false,
    status,
    message: typeof message === 'string' ? message : `The shop answered with an error (${status}).`,
    code: typeof code === 'string' ? code : 'unknown',
    issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
  };
}
