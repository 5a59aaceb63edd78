import fc from 'fast-check';
import postgres from 'postgres';
import { beforeAll, expect, inject, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import { adminToken, good, newCustomer, newProduct, pictureFile, send } from './client.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 200);
/** The same requests each time, so that a build fails only by what was changed; set it to look further. */
const seed = Number(process.env['FUZZ_SEED'] ?? 2023);
const tokens: (string | undefined)[] = [undefined, 'x.y.z'];
const knownIds: string[] = [];

beforeAll(async () => {
  const customer = await newCustomer();
  const { user } = await good('GET', '/users/profile', { token: customer.token });
  // An administrator of its own: whatever is done to it hurts no other test.
  const admin = await newCustomer();
  const sql = postgres(inject('stack').dbUrl, { max: 1 });
  await sql`insert into administrators (id) select id from auth.users where email = ${admin.email}`;
  await sql.end();
  tokens.push(customer.token, admin.token);
  const product = await newProduct(await adminToken());
  await good('POST', '/cart/add-to-cart', {
    token: customer.token,
    json: { productId: product._id },
  });
  knownIds.push(product._id, user._id);
});

const nasty = fc.constantFrom(
  ...["' or 1=1 --", '\u0000', '\ud800', '../../etc/passwd', '%', '{}', 'null', '-1', '1e400'],
  ...['0x10', 'NaN', '9'.repeat(400), '𝕏'.repeat(80), '<script>', '${7*7}', 'a,b,,', '[]', ''],
);
const id = fc.oneof(
  fc.constant(0).map(() => knownIds[0] ?? ''),
  fc.constant(0).map(() => knownIds[1] ?? ''),
  fc.uuid(),
  nasty,
  fc.string({ maxLength: 50 }),
);
const scalar = fc.oneof(
  id,
  nasty,
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
  fc.boolean(),
  fc.constant(null),
  fc.emailAddress(),
  fc.constantFrom('InStock', 'OutofStock', 1, 5, 19.95, [], {}),
);

/** Names that the API knows, so that most bodies get further than the first check. */
const fieldNames = [
  ...['email', 'password', 'firstname', 'lastname', 'phone', 'country', 'state', 'postcode'],
  ...['address', 'currentPassword', 'newPassword', 'title', 'description', 'price', 'categoryId'],
  ...['availability', 'sizes', 'colors', 'name', 'header', 'paragraph', 'productId', 'product'],
  ...['quantity', 'size', 'color', 'rating', 'comment', 'message', 'amount', 'products', '_id'],
  ...['reference', 'category', 'remember', '__proto__', 'constructor'],
];
const fields = fc.dictionary(
  fc.constantFrom(...fieldNames),
  fc.oneof(
    { weight: 5, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc.array(
        fc.record({ product: id, quantity: scalar, size: scalar }, { requiredKeys: [] }),
        { maxLength: 3 },
      ),
    },
  ),
  { maxKeys: 12 },
);

function toForm(values: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    form.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  }
  form.append('images', pictureFile());
  return form;
}

const request = fc.record({
  call: fc.constantFrom(...calls),
  ids: fc.array(id, { minLength: 1, maxLength: 2 }),
  query: fc.dictionary(fc.constantFrom('limit', 'cursor', 'sort', 'q', 'x'), scalar, {
    maxKeys: 3,
  }),
  who: fc.nat({ max: 3 }),
  key: fc.option(
    fc.string({ maxLength: 20 }).map((it) => it.replace(/[^ -~]/g, '')),
    { nil: null },
  ),
  body: fc.oneof(
    fields.map((json) => ({ json }) as const),
    fields.map((values) => ({ form: toForm(values) }) as const),
    fc.json().map((raw) => ({ raw, headers: { 'content-type': 'application/json' } }) as const),
    fc.string().map((raw) => ({ raw, headers: { 'content-type': 'text/plain' } }) as const),
    fc.constant({}),
  ),
});

test(
  `nothing that is sent brings the API down (${runs} requests)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ call, ids, query, who, key, body }) => {
        let place = 0;
        const path = call.path.replace(/:\w+/g, () =>
          encodeURIComponent((ids[place++ % ids.length] ?? '').replace(/\p{Cs}/gu, '?')),
        );
        const asked = Object.entries(query).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
        ]);
        const token = tokens[who];
        const { status, body: said } = await send(
          call.method,
          `${path}?${new URLSearchParams(asked).toString()}`,
          {
            ...(token === undefined ? {} : { token }),
            ...(call.method === 'GET' ? {} : body),
            headers: {
              ...('headers' in body ? body.headers : {}),
              ...(key === null ? {} : { 'idempotency-key': key }),
            },
          },
        );
        expect(status).toBeLessThan(500);
        if (status >= 400) {
          expect(said).toMatchObject({ message: expect.any(String), code: expect.any(String) });
          expect(said.message).not.toMatch(/postgres|syntax|relation|violates|at .+\.ts/i);
        }
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  },
  180_000 + runs * 200,
);
