import type { Context } from 'hono';
import { z } from 'zod';
import { connectAs, type Db } from '../_shared/queries/database.ts';
import { id } from '../_shared/schemas/common.ts';
import type { Settings } from '../_shared/settings.ts';
import { notFound } from './errors.ts';
import { check, readBody } from './middleware/body.ts';
import type { Access, Caller, Guard } from './middleware/guard.ts';

export interface Env {
  Variables: { requestId: string; userId: string | null; route: string };
}

/** What every call works with; made once for the app. */
export interface Surroundings {
  settings: Settings;
  guard: Guard;
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
  query?: Q;
  reply: R;
  status?: 200 | 201;
  /** Codes for single fields that are wrong, instead of `validation_failed`. */
  codes?: Readonly<Record<string, string>>;
  /** Refusals that this call knows beside those which every call of its kind knows. */
  errors?: readonly string[];
}

/** One request, checked: what a handler needs and nothing of HTTP. */
export interface Exchange<Body, Query, Who> {
  c: Context<Env>;
  settings: Settings;
  /** The caller's own connection, or a visitor's. */
  db: Db;
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
export function imageUrlIn({ publicUrl }: Settings) {
  return (path: string) =>
    `${publicUrl}/storage/v1/object/public/images/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Joins a description, from which documentation and tests are made, to what it does. */
export function call<
  A extends Access,
  R extends z.ZodType,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(
  description: Description<A, B, Q, R>,
  handle: (exchange: Exchange<z.output<B>, z.output<Q>, Who<A>>) => Promise<z.input<R>>,
): Call {
  const { access, body, codes, files = false, query, status = 200 } = description;
  return {
    ...description,
    async answer(c, { settings, guard }) {
      const caller =
        access === 'anyone' ? null : await guard(access, c.req.header('authorization'));
      c.set('userId', caller?.id ?? null);
      const asked = query ? check(query, c.req.query()) : undefined;
      const sent = body ? await readBody(c.req.raw, files) : { fields: undefined, files: [] };
      const reply = await handle({
        c,
        settings,
        db: caller?.db ?? connectAs(settings, null),
        caller: caller as Who<A>,
        body: (body ? check(body, sent.fields, codes) : undefined) as z.output<B>,
        query: asked as z.output<Q>,
        files: sent.files,
        id(name = 'id') {
          const read = id.safeParse(c.req.param(name));
          if (!read.success) throw notFound('Record');
          return read.data;
        },
        imageUrl: imageUrlIn(settings),
      });
      return c.json(reply, status);
    },
  };
}
