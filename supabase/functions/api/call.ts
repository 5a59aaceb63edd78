import type { Context } from 'hono';
import { z } from 'zod';
import { connectAs, type Db } from '../_shared/queries/database.ts';
import { id } from '../_shared/schemas/common.ts';
import type { LimitName, Settings } from '../_shared/settings.ts';
import { notFound } from './errors.ts';
import { bucketAs, type Bucket } from './queries/images.ts';
import { check, readBody } from './middleware/body.ts';
import type { Access, Caller, Guard } from './middleware/guard.ts';
import { addressFromSite, type Limiter } from './middleware/limits.ts';

export interface Env {
  Variables: { requestId: string; userId: string | null; route: string };
}

/** What every call works with; made once for the app. */
export interface Surroundings {
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
  /** Takes pictures too, as multipart. */
  files?: boolean;
  /** Its body is a whole file, as text. */
  large?: boolean;
  query?: Q;
  reply: R;
  /** Answers a file of this type instead of the reply. */
  file?: 'text/csv';
  status?: 200 | 201;
  /** Counted per address and per account (or the address of the mail that was typed). */
  limit?: LimitName;
  /** The database counts, and refuses with 429 what is too much. */
  limitedInSql?: true;
  /** Codes for single fields that are wrong, instead of `validation_failed`. */
  codes?: Readonly<Record<string, string>>;
  /** The SQL function that it calls first refuses whoever may not: no look-up of its own goes before it. */
  guardedInSql?: true;
  /** For what anybody may ask: a change of which of these makes an answer old; `{id}` is the id in the path. */
  tags?: readonly string[];
  /** Refusals that this call knows beside those which every call of its kind knows. */
  errors?: readonly string[];
}

/** One request, checked: what a handler needs and nothing of HTTP. */
export interface Exchange<Body, Query, Who> {
  c: Context<Env>;
  settings: Settings;
  /** The database as the caller, or as a visitor. */
  db: Db;
  /** The bucket of pictures as the caller; made when it is looked at. */
  readonly bucket: Bucket;
  caller: Who;
  body: Body;
  query: Query;
  files: File[];
  /** An id in the path; 404 where it cannot be one. */
  id: (name?: string) => string;
  /** A whole address for a picture's path in the bucket. */
  imageUrl: (path: string) => string;
}

type Who<A extends Access> = A extends 'anyone' ? null : Caller;

export interface Call extends Description {
  answer: (c: Context<Env>, around: Surroundings) => Promise<Response>;
}

/** Address of an object in the public bucket `images`. */
function imageUrlIn({ publicUrl }: Settings) {
  return (path: string) =>
    `${publicUrl}/storage/v1/object/public/images/${path.split('/').map(encodeURIComponent).join('/')}`;
}

const tagsFor = (tags: readonly string[], id = ''): string =>
  tags.map((tag) => tag.replace('{id}', id.toLowerCase())).join(' ');

/** The account that a sign-in or a message is about. */
function emailIn(body: unknown): string | null {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : null;
}

/** Joins a description, from which documentation and tests are made, to what it does. */
export function call<
  A extends Access,
  R extends z.ZodType,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(
  description: Description<A, B, Q, R>,
  handle: (exchange: Exchange<z.output<B>, z.output<Q>, Who<A>>) => Promise<z.input<R> | Response>,
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
    async answer(c, { guard, limiter, ...around }) {
      const { requestId } = c.var;
      const clientAddress = addressFromSite(c.req.raw.headers, around.settings);
      const settings = { ...around.settings, requestId, clientAddress };
      const caller =
        access === 'anyone'
          ? null
          : await guard(access, c.req.header('authorization'), requestId, guardedInSql);
      c.set('userId', caller?.id ?? null);
      const asked = query ? check(query, c.req.query()) : undefined;
      const sent = body
        ? await readBody(c.req.raw, files, large)
        : { fields: undefined, files: [] };
      const read = (body ? check(body, sent.fields, codes) : undefined) as z.output<B>;
      if (limit) await limiter(limit, c.req.raw.headers, caller?.id ?? emailIn(read));
      const reply = await handle({
        c,
        settings,
        db: caller?.db ?? connectAs(settings, null),
        get bucket() {
          return bucketAs(settings, caller?.token ?? null);
        },
        caller: caller as Who<A>,
        body: read,
        query: asked as z.output<Q>,
        files: sent.files,
        id(name = 'id') {
          const given = id.safeParse(c.req.param(name));
          if (!given.success) throw notFound('Record');
          return given.data;
        },
        imageUrl: imageUrlIn(settings),
      });
      if (tags) c.header('x-cache-tags', tagsFor(tags, c.req.param('id')));
      return reply instanceof Response ? reply : c.json(reply, status);
    },
  };
}
