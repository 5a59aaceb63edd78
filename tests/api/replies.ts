import { isDeepStrictEqual } from 'node:util';
import { calls } from '../../supabase/functions/api/calls.ts';

const routes = calls.map(({ method, path, reply, file }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  // A file is no JSON.
  reply: file ? null : reply,
}));

/** @throws if a successful response does not match the schema of its endpoint in every field */
export function checkReply(method: string, path: string, body: unknown): void {
  const pathname = path.replace(/\?.*$/, '');
  const route = routes.find((it) => it.method === method && it.pattern.test(pathname));
  if (!route?.reply) return;
  const told = route.reply.safeParse(body);
  if (!told.success) throw new Error(`${method} ${path}: ${told.error.message}`);
  if (isDeepStrictEqual(told.data, body)) return;
  throw new Error(`${method} ${path} has fields that are not described: ${JSON.stringify(body)}`);
}
