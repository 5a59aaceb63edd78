import fc from 'fast-check';
import { pictureFile } from './client.ts';

/** A JSON schema of the OpenAPI document. */
interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}
interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: Record<string, unknown>[];
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** Placeholders for existing values, replaced by `fill` when the request is sent. */
const places = ['product', 'category', 'banner', 'customer', 'line', 'order', 'reference'];
const place = fc.constantFrom(...places).map((name) => `@${name}@`);

export interface FuzzRequest {
  method: string;
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  /** Visitor, invalid token, customer, administrator. */
  who: number;
  body:
    { json: unknown } | { fields: object; files: File[] } | { raw: string; type: string } | null;
}

const nasty = fc.constantFrom(
  ...["' or 1=1 --", '\u0000', '\ud800', '../../etc/passwd', '%', '{}', 'null', '-1', '1e400'],
  ...['0x10', 'NaN', '9'.repeat(400), '𝕏'.repeat(80), '<script>', '${7*7}', 'a,b,,', '[]', ''],
);
const hostile = fc.oneof(
  place,
  nasty,
  fc.uuid(),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
  fc.boolean(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mostly valid values, so that requests pass validation; sometimes an invalid one at any depth. */
function like(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile });
}

function fitting({ type, format, pattern, ...schema }: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(like));
  if (type === 'array') return fc.array(like(schema.items ?? {}), { maxLength: 4 });
  if (type === 'object') {
    const entries = Object.entries(schema.properties ?? {});
    const extras = fc.dictionary(fc.constantFrom('__proto__', 'constructor', '_id', 'x'), hostile, {
      maxKeys: 1,
    });
    const fields = fc.record(
      Object.fromEntries(entries.map(([name, value]) => [name, like(value)])),
      entries.length > 3 ? { requiredKeys: entries.slice(0, 3).map(([name]) => name) } : {},
    );
    return fc.tuple(fields, extras).map(([own, more]) => ({ ...own, ...more }));
  }
  const { minimum = -10, maximum = 1000 } = schema;
  const lower = Math.ceil(Math.max(minimum, -1e9));
  const upper = Math.floor(Math.min(maximum, 1e9));
  if (type === 'integer') return fc.integer({ min: lower, max: upper });
  if (type === 'number') return fc.integer({ min: lower, max: upper }).map((it) => it + 0.25);
  if (type === 'boolean') return fc.boolean();
  if (format === 'uuid') return place;
  if (format === 'email') return fc.oneof(fc.emailAddress(), fc.constant('@email@'));
  if (pattern?.startsWith('^\\d')) return fc.constantFrom('0', '19.95', '9999999.99', '1.999');
  const { maxLength = 100 } = schema;
  return fc.oneof(fc.string({ maxLength: Math.min(maxLength + 1, 400) }), nasty, place);
}

const picture = fc.oneof(
  fc.constant(0).map(() => pictureFile()),
  fc
    .uint8Array({ maxLength: 400 })
    .map((bytes) => new File([bytes], 'a.png', { type: 'image/png' })),
  fc.constant(new File(['<svg onload="alert(1)">'], '../a.svg', { type: 'image/svg+xml' })),
);

function bodyOf({ requestBody }: Operation): fc.Arbitrary<FuzzRequest['body']> {
  const types = Object.entries(requestBody?.content ?? {});
  const [kind = '', { schema = {} } = {}] = types[0] ?? [];
  const fields = fitting({ ...schema, type: 'object' });
  const proper: fc.Arbitrary<FuzzRequest['body']> = kind.startsWith('multipart')
    ? fc
        .tuple(fields, fc.array(picture, { maxLength: 2 }))
        .map(([values, files]) => ({ fields: Object(values) as object, files }))
    : fields.map((json) => ({ json }));
  const type = fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'a/b; =');
  return fc.oneof(
    { weight: 8, arbitrary: proper },
    { weight: 1, arbitrary: hostile.map((json) => ({ json })) },
    { weight: 1, arbitrary: fc.record({ raw: fc.oneof(fc.json(), fc.string()), type }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

const headerText = fc
  .oneof(nasty, fc.string({ maxLength: 60 }))
  .map((it) => it.replace(/[^ -~]/g, '').trim());
const headerNames = fc.constantFrom(
  ...['accept', 'accept-language', 'apikey', 'cookie', 'idempotency-key', 'if-none-match'],
  ...['origin', 'prefer', 'range', 'referer', 'user-agent', 'x-client-address', 'x-client-info'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-http-method-override', 'x-request-id', 'x-session'],
);

/** Requests for every operation of the document, in which any part may be hostile. */
export function requestsFor({ paths }: OpenApi): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const methods = fc.constantFrom('get', 'post', 'put', 'delete', 'patch', 'options');
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    // Mostly whoever may ask, so that requests get past the guard.
    const rightful = operation.security?.some((it) => 'admin' in it) ? 3 : 2;
    const asked = operation.parameters?.filter((it) => it.in === 'query') ?? [];
    const known = Object.fromEntries(asked.map(({ name, schema }) => [name, like(schema)]));
    const pathValue = fc.oneof(place, fc.oneof(nasty, fc.uuid(), fc.string({ maxLength: 50 })));
    return fc.record({
      method: fc.oneof({ weight: 20, arbitrary: fc.constant(method) }, methods),
      path: fc
        .tuple(
          fc.array(pathValue, { minLength: 2, maxLength: 2 }),
          fc.oneof(
            { weight: 20, arbitrary: fc.constant('') },
            fc.constantFrom('/', '//', '/..', '/%00'),
          ),
        )
        .map(([values, end]) => {
          let next = 0;
          return path.replace(/\{\w+\}/g, () => values[next++] ?? '') + end;
        }),
      query: fc.oneof(
        fc.record(known, { requiredKeys: [] }),
        fc.dictionary(fc.constantFrom('limit', 'cursor', 'sort', 'q', 'reason', 'x'), hostile, {
          maxKeys: 3,
        }),
      ),
      headers: fc.dictionary(headerNames, headerText, { maxKeys: 3 }),
      who: fc.oneof({ weight: 3, arbitrary: fc.constant(rightful) }, fc.nat({ max: 3 })),
      body: bodyOf(operation),
    });
  });
}
