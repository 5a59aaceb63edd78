import { sendWithProgress, type Progress } from './upload.ts';
import { readToken, renewToken, runsOut, signInAgain, type Role } from './tokens.ts';

export interface Issue {
  /** The field's name. */
  readonly path: string;
  readonly message: string;
}

/** A call that did not succeed. `status` is 0 when no answer came at all. */
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
  /** An object is sent as JSON; a FormData as multipart. */
  readonly body?: object | FormData;
  /** Whose token goes along. */
  readonly as?: Role;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cache?: RequestCache;
  /** Where the session is over already, that is what was asked for. */
  readonly signsOut?: boolean;
  /** The browser finishes it even if the page goes away. */
  readonly keepalive?: boolean;
  /** Told how far a FormData has been sent. */
  readonly onProgress?: Progress;
}

/** For who changes what a public call tells of: the site asks the API, though it keeps an answer that may be two seconds old. */
export const asOfNow = { cache: 'reload' } as const;

/**
 * One call of the API on the site's own origin, `path` without `/api/v1`. Never throws. A token that is about to run out is
 * renewed first, one that is refused is renewed once.
 * The answer is not checked again here: site and function come from one repository, and the contract tests hold them together.
 */
export async function call<Body extends object>(
  path: string,
  options: CallOptions = {},
): Promise<Reply<Body>> {
  const role = options.as;
  if (!role) return read<Body>(await send(path, options, ''));
  const found = tokenFor(role, options);
  const token = typeof found === 'string' ? found : await found;
  const response = token ? await send(path, options, token) : signInFirst;
  if (response.status !== 401) return read<Body>(response);
  const renewed = (token && (await renewToken(role))) || (await askAgain(role, options, token));
  return read<Body>(renewed ? await send(path, options, renewed) : response);
}

async function askAgain(
  role: Role,
  { method = 'GET', signsOut = false, keepalive = false }: CallOptions,
  refused: string,
): Promise<string> {
  return signsOut || keepalive ? '' : signInAgain(role, refused, method !== 'GET');
}

/** A call that must outlive its page cannot wait for a renewal. */
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

/** An answer, or why there was none. */
async function send(
  path: string,
  options: CallOptions,
  token: string,
): Promise<Response | Failure> {
  const { body } = options;
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
    options.onProgress && body instanceof FormData
      ? sendWithProgress(request, body, options.onProgress)
      : fetch(request);
  return answer.catch(() => noAnswer);
}

/** A file that only somebody signed in may have, or why there is none. */
export async function callForFile(
  path: string,
  as: Role,
): Promise<{ readonly ok: true; readonly file: Blob } | Failure> {
  const token = await tokenFor(as, {});
  if (!token) return signInFirst;
  const response = await send(path, {}, token);
  if (!(response instanceof Response) || !response.ok) {
    const failed = await read<object>(response);
    return failed.ok ? noAnswer : failed;
  }
  // A file that broke off is no file.
  return response.blob().then(
    (file) => ({ ok: true as const, file }),
    () => noAnswer,
  );
}

async function read<Body extends object>(response: Response | Failure): Promise<Reply<Body>> {
  if (!(response instanceof Response)) return response;
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === 'object' && body !== null ? body : {};
  if (response.ok) return { ...(fields as Body), ok: true };
  const { message, code, issues } = fields as Partial<Failure>;
  return {
    ok: false,
    status: response.status,
    message: message ?? `The shop answered with an error (${response.status}).`,
    code: code ?? 'unknown',
    issues: issues ?? [],
  };
}
