import pLimit from 'p-limit';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '../../supabase/functions/api/calls.ts';
import { setScene, type Scene } from './access-fixture.ts';
import { requestOf } from './access-rows.ts';
import { table } from './access-table.ts';
import { send } from './client.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await setScene();
});

interface Field {
  type?: string;
  maxLength?: number;
  default?: unknown;
}

/** Fields that a caller may send, as the document of the API shows them. */
function fieldsOf(schema: z.ZodType | undefined): { all: [string, Field][]; required: string[] } {
  if (!schema) return { all: [], required: [] };
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  // What takes anything, such as the price that the cart ignores, cannot be wrong.
  const all = Object.entries(properties as Record<string, Field>);
  return { all: all.filter(([, field]) => Object.keys(field).length > 0), required };
}

type Fault = [what: string, field: string, change: Record<string, unknown>];

/** What is missing, of another kind or too long in the body of a call. */
function faultsOf(body: z.ZodType | undefined): Fault[] {
  const { all, required } = fieldsOf(body);
  return [
    ...required.map((name): Fault => [`without ${name}`, name, { [name]: undefined }]),
    ...all.map(([name, { type }]): Fault => {
      const other = type === 'object' ? 'x' : { x: 1 };
      return [`${name} is of another kind`, name, { [name]: other }];
    }),
    ...all.flatMap(([name, { maxLength: most }]): Fault[] =>
      most === undefined ? [] : [[`${name} is too long`, name, { [name]: 'x'.repeat(most + 1) }]],
    ),
  ];
}

/** Asks each call with its first faults, for which all but one of them would be right, and questions that cannot be read. */
async function tryFaults(most: number): Promise<void> {
  const atOnce = pLimit(8);
  const asked = calls.flatMap(({ method, path: pattern, access, body, query }) => {
    const name = `${method} ${pattern}`;
    const row = table[name];
    if (!row) throw new Error(`${name} has no row`);
    const { path, options } = requestOf(name, row, scene.goods);
    const texts = [...(options.form ?? [])].filter(([, value]) => typeof value === 'string');
    const right = { ...(options.json as object | undefined), ...Object.fromEntries(texts) };
    const { token } = access === 'admin' ? scene.administrator : scene.customer;
    const isNamed = (what: string, field: string, target: string, json?: object) =>
      atOnce(async () => {
        const who = access === 'anyone' ? {} : { token };
        const { status, body: said } = await send(method, target, {
          ...who,
          ...(json && { json }),
        });
        const named = said.issues?.map((it) => it.path.split('.')[0]) ?? [];
        return status === 400 && named.includes(field) ? null : `${name}, ${what}: ${status}`;
      });
    // What has a default may stand for whatever cannot be read.
    const questions = fieldsOf(query).all.filter(([, field]) => field.default === undefined);
    const json = method === 'GET' || !body ? undefined : right;
    return [
      ...faultsOf(body)
        .slice(0, most)
        .map(([what, field, change]) => isNamed(what, field, path, { ...right, ...change })),
      ...questions.slice(0, most).map(([field]) => {
        const target = `${path.split('?')[0]}?${field}=${'x'.repeat(600)}`;
        return isNamed(`question ${field}`, field, target, json);
      }),
    ];
  });
  expect(asked.length).toBeGreaterThan(calls.length / 2);
  expect((await Promise.all(asked)).filter(Boolean)).toEqual([]);
}

test('every call names a field that is wrong', () => tryFaults(1));

const inDetail = 'every call names each field that is missing, of another kind or too long';
test(inDetail, { tags: ['more'] }, () => tryFaults(Infinity));
