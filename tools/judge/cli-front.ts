import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { decodeJwt } from 'jose';
import type { Stack } from '../../supabase/embedded/stack.ts';

/** Where the Supabase CLI serves a project; the suites have this address in their code. */
const port = 54321;
/** The suites tell here which test begins. */
const beginning = '/begins?';

export interface CliFront {
  /** The tests that sent a request to the stack. */
  live: Set<string>;
  /** Sends the requests of a suite to this stack from now on. */
  target: (stack: Stack) => void;
  beginning: string;
  close(): void;
}

/** The role of one of the keys that the CLI gives out, or that a suite signs itself; null for the token of a user. */
function roleOf(token: string): string | null {
  try {
    const { role, session_id: session } = decodeJwt(token);
    return session === undefined && typeof role === 'string' ? role : null;
  } catch {
    return null;
  }
}

/** The keys of the CLI become those of the stack, and who asks REST or Auth without one is a visitor, as with the CLI's gateway. */
function withKeysOf(
  { anonKey, serviceRoleKey }: Stack,
  { url = '', headers }: IncomingMessage,
): OutgoingHttpHeaders {
  const translate = (token: string): string => {
    const role = roleOf(token);
    if (role === 'anon') return anonKey;
    return role === 'service_role' || role === 'supabase_admin' ? serviceRoleKey : token;
  };
  const { authorization, apikey } = headers;
  const [, bearer] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
  const key = apikey ? translate(String(apikey)) : anonKey;
  return {
    ...headers,
    ...(apikey || /^\/(rest|auth)\//.test(url) ? { apikey: key } : {}),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${translate(bearer)}` }),
  };
}

/** @throws if the port is taken, such as by a running `npm start` */
export async function openCliFront(): Promise<CliFront> {
  const live = new Set<string>();
  let stack: Stack | null = null;
  let test = '';
  const server = createServer((incoming, answer) => {
    const { method, url = '' } = incoming;
    if (url.startsWith(beginning)) {
      test = decodeURIComponent(url.slice(beginning.length));
      answer.end();
      return;
    }
    if (!stack) {
      answer.writeHead(503).end();
      return;
    }
    live.add(test);
    const options = { method, path: url, headers: withKeysOf(stack, incoming) };
    const asked = ask(stack.url, options, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
    });
    asked.on('error', () => answer.destroy());
    incoming.pipe(asked);
  });
  // As the stack itself: Node's own 5 seconds end just when the next file of tests begins.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((ready, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', ready);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    live,
    target: (next) => (stack = next),
    beginning: `http://127.0.0.1:${port}${beginning}`,
    close,
  };
}
