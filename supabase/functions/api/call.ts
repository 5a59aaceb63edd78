import type { Context } from 'hono';
import { z } from 'zod';
import { refreshCurrency } from '../_shared/queries/currency.ts';
import { connectAs, type Db } from '../_shared/queries/database.ts';
import { id } from '../_shared/schemas/common.ts';
import type { LimitName, Settings } from '../_shared/settings.ts';
import { notFound } from './errors.ts';
import { bucketAs, type Bucket } from './queries/images.ts';
import { check, readBody } from './middleware/body.ts';
import type { Access, Caller, Guard } from './middleware/guard.ts';
import { addressFromSite, seesClosedShop, type Limiter } from './middleware/limits.ts';

export interface Env {
  Variables: { requestId: string; userId: string | null; route: string };
}

/** The parts that all endpoints share. */
export interface AppContext {
  settings: Settings;
  guard: Guard;
  limiter: Limiter;
}

export interface Description<
  A extends Access = Access,
  B extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to `/api/v1`. */
  path: string;
  summary: string;
  access: A;
  body?: B;
  /** Accepts pictures, as multipart. */
  files?: boolean;
  /** The body contains a whole file, as text. */
  large?: boolean;
  query?: Q;
  reply: R;
  /** Responds with a file of this type instead of the reply. */
  file?: 'text/csv';
  status?: 200 | 201;
  /** Rate limit per IP address and per account, or per email address in the body. */
  limit?: LimitName;
  /** The rate limit is in the SQL function, which responds with 429. */
  limitedInSql?: true;
  /** Error codes for invalid fields, instead of `validation_failed`. */
  codes?: Readonly<Record<string, string>>;
  /** The SQL function checks the caller's role, so that no separate query is needed. */
  guardedInSql?: true;
  /** Cache tags of a public response; `{id}` is the id in the path. */
  tags?: readonly string[];
  /** Error codes of this endpoint, in addition to the common ones. */
  errors?: readonly string[];
}

/** A validated request, as passed to a handler. */
export interface HandlerContext<Body, Query, Who> {
  c: Context<Env>;
  settings: Settings;
  /** The database with the rights of the caller, or of a visitor. */
  db: Db;
  /** The bucket of pictures with the rights of the caller, created on first use. */
  readonly bucket: Bucket;
  caller: Who;
  visitorOf: Guard['visitorOf'];
  body: Body;
  query: Query;
  files: File[];
  /** An id in the path; 404 if it is not valid. */
  id: (name?: string) => string;
  /** The URL of a picture by its path in the bucket. */
  imageUrl: (path: string) => string;
}

type CallerOf<A extends Access> = A extends 'anyone' ? null : Caller;

export interface Call extends Description {
  handle: (c: Context<Env>, context: AppContext) => Promise<Response>;
}

/** The URL of an object in the public bucket `images`. */
function imageUrlIn({ publicUrl }: Settings) {
  return (path: string) =>
    `${publicUrl}/storage/v1/object/public/images/${path.split('/').map(encodeURIComponent).join('/')}`;
}

const tagsFor = (tags: readonly string[], id = ''): string =>
  tags.map((tag) => tag.replace('{id}', id.toLowerCase())).join(' ');

/** The email address in the body of a sign-in or a message. */
function emailIn(body: unknown): string | null {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : null;
}

/** Combines a description, which is also the source of the documentation and the access tests, with its handler. */
export function call<
  A extends Access,
  R extends z.ZodType,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(
  description: Description<A, B, Q, R>,
  handler: (
    context: HandlerContext<z.output<B>, z.output<Q>, CallerOf<A>>,
  ) => Promise<z.input<R> | Response>,
): Call {
  const {
    access,
    body,
    codes,
    files = false,
    guardedInSql,
    large = false,
    limit,
    query,
    status = 200,
    tags,
  } = description;
  return {
    ...description,
    async handle(c, { guard, limiter, ...context }) {
      const { requestId } = c.var;
      const clientAddress = addressFromSite(c.req.raw.headers, context.settings);
      const settings = { ...context.settings, requestId, clientAddress };
      const caller =
        access === 'anyone'
          ? null
          : await guard(
              access,
              c.req.header('authorization'),
              requestId,
              guardedInSql,
              seesClosedShop(c.req.raw.headers, settings) ? { sees_closed_shop: true } : {},
            );
      c.set('userId', caller?.id ?? null);
      const db = caller?.db ?? connectAs(settings, null);
      if (body || query) await refreshCurrency(db);
      const queryInput = query ? check(query, c.req.query()) : undefined;
      const parsed = body
        ? await readBody(c.req.raw, files, large)
        : { fields: undefined, files: [] };
      const bodyInput = (body ? check(body, parsed.fields, codes) : undefined) as z.output<B>;
      if (limit) {
        const account = { userId: caller?.id ?? null, email: emailIn(bodyInput) };
        await limiter(limit, c.req.raw.headers, account);
      }
      const reply = await handler({
        c,
        settings,
        db,
        get bucket() {
          return bucketAs(settings, caller?.token ?? null);
        },
        caller: caller as CallerOf<A>,
        visitorOf: guard.visitorOf,
        body: bodyInput,
        query: queryInput as z.output<Q>,
        files: parsed.files,
        id(name = 'id') {
          const result = id.safeParse(c.req.param(name));
          if (!result.success) throw notFound('Record');
          return result.data;
        },
        imageUrl: imageUrlIn(settings),
      });
      if (tags) c.header('x-cache-tags', tagsFor(tags, c.req.param('id')));
      return reply instanceof Response ? reply : c.json(reply, status);
    },
  };
}
