import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '../../supabase/functions/api/calls.ts';
import { setScene, type Scene } from './access-fixture.ts';
import { table } from './access-table.ts';
import { send } from './client.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await setScene();
});

interface Field {
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

/** The right request of the table of who may do what, its form as an object. */
function rightRequest(name: string): { path: string; body: Record<string, unknown> } {
  const { path, json, form } = table[name]?.request(scene.goods) ?? { path: '' };
  const texts = [...(form ?? [])].filter(([, value]) => typeof value === 'string');
  return { path, body: { ...(json as object | undefined), ...Object.fromEntries(texts) } };
}

/** What has a default may stand for whatever cannot be read. */
const readFields = (query: z.ZodType | undefined) =>
  fieldsOf(query).all.filter(([, field]) => field.default === undefined);

const takesText = ({ body, query }: (typeof calls)[number]) =>
  fieldsOf(body).all.length > 0 || readFields(query).length > 0;

describe.each(calls.filter(takesText))('$method $path', (call) => {
  const { method, access, body, query } = call;
  const ask = (path: string, json?: object) => {
    const who = access === 'admin' ? scene.administrator : scene.customer;
    return send(method, path, {
      ...(access === 'anyone' ? {} : { token: who.token }),
      ...(json ? { json } : {}),
    });
  };
  const { all, required } = fieldsOf(body);
  const wrong: [what: string, field: string, change: Record<string, unknown>][] = [
    ...required.map((name) => [`without ${name}`, name, { [name]: undefined }] as const),
    ...all.map(([name]) => [`${name} is of another kind`, name, { [name]: { x: 1 } }] as const),
    ...all.flatMap(([name, { maxLength }]) =>
      maxLength === undefined
        ? []
        : [[`${name} is too long`, name, { [name]: 'x'.repeat(maxLength + 1) }] as const],
    ),
  ].map(([what, field, change]) => [what, field, change]);

  if (wrong.length > 0) {
    test('names each field that is missing, of another kind or too long', async () => {
      const { path, body: right } = rightRequest(`${method} ${call.path}`);
      const found = await Promise.all(
        wrong.map(async ([what, field, change]) => {
          const answer = await ask(path, { ...right, ...change });
          const named = answer.body.issues?.map((it) => it.path.split('.')[0]) ?? [];
          return [what, answer.status, named.includes(field)];
        }),
      );
      expect(found).toEqual(wrong.map(([what]) => [what, 400, true]));
    });
  }

  const asked = readFields(query);
  if (asked.length > 0) {
    test('refuses questions that it does not understand', async () => {
      const { path, body: right } = rightRequest(`${method} ${call.path}`);
      const found = await Promise.all(
        asked.map(async ([name]) => {
          const [plain = ''] = path.split('?');
          const target = `${plain}?${name}=${'x'.repeat(600)}`;
          const answer = await ask(target, method === 'GET' || !body ? undefined : right);
          return [name, answer.status, answer.body.issues?.some((it) => it.path === name)];
        }),
      );
      expect(found).toEqual(asked.map(([name]) => [name, 400, true]));
    });
  }
});
