import { beforeAll, expect, test } from 'vitest';
import { customFieldMessages } from '#shared/custom-field-messages.ts';
import type { CustomFieldInput } from '#shared/schemas/custom-fields.ts';
import { importReply } from '#shared/schemas/product-files.ts';
import type { ProductWithVariants } from '#shared/schemas/products.ts';
import {
  adminToken,
  fetchFile,
  formOf,
  good,
  newCategory,
  newCustomer,
  newProduct,
  pictureFile,
  placeOrder,
  refusal,
  send,
} from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

/** A key of its own, since fields belong to the whole shop. */
const keyOf = (kind: string) => `${kind}_${crypto.randomUUID().slice(0, 8)}`;

const create = (json: Partial<CustomFieldInput>) =>
  send('POST', '/custom-fields/create', { token, json: { resource: 'product', ...json } });

async function added(json: Partial<CustomFieldInput>) {
  const { status, body } = await create({
    kind: 'text',
    name: 'Mill',
    key: keyOf('mill'),
    ...json,
  });
  expect(status).toBe(201);
  return body.customField;
}

test('a field is added, changed, moved, deleted and restored, and bad ones are refused by name', async () => {
  const key = keyOf('mill');
  const field = await added({ key, name: 'Mill' });
  expect(field).toMatchObject({ resource: 'product', key, kind: 'text', shown: false, used: 0 });
  expect(refusal(await create({ key, name: 'X', kind: 'date' }))).toEqual([
    409,
    'key_taken',
    'key',
  ]);
  const { body } = await create({ resource: 'order', kind: 'text', name: `Größe ${key} (cm)` });
  expect(body.customField.key).toBe(`gro_e_${key}_cm`);
  const wrong: [Partial<CustomFieldInput>, string][] = [
    [{ kind: 'text' }, 'name'],
    [{ name: '織物', kind: 'text' }, 'key'],
    [{ name: 'X', kind: 'text', key: 'A b' }, 'key'],
    [{ name: 'X', kind: 'choice' }, 'choices'],
    [{ name: 'X', kind: 'choice', choices: ['a,b'] }, 'choices'],
    [{ name: 'X', kind: 'text', filter: true }, 'filter'],
    [{ name: 'X', kind: 'text', resource: 'order', shown: true }, 'shown'],
  ];
  for (const [json, path] of wrong) {
    const [status, code, ...paths] = refusal(await create(json));
    expect([status, code, paths[0]], JSON.stringify(json)).toEqual([
      400,
      'validation_failed',
      path,
    ]);
  }
  const update = (json: object) =>
    send('PUT', `/custom-fields/update/${field._id}`, { token, json });
  expect((await update({ name: 'Weaver', shown: true })).body.customField).toMatchObject({
    ...{ name: 'Weaver', shown: true, key },
  });
  expect(refusal(await update({ filter: true }))).toEqual([400, 'validation_failed', 'filter']);
  const keys = async (resource: string) =>
    (await good('GET', '/custom-fields/all', { token })).customFields
      .filter((it) => it.resource === resource)
      .map((it) => it.key);
  await good('PUT', `/custom-fields/place/${field._id}`, { token, json: { place: 1 } });
  expect((await keys('product'))[0]).toBe(key);
  // Not of products: another test may just import a file with all their fields.
  const gone = await added({ resource: 'company', key });
  const { undo, message } = await good('DELETE', `/custom-fields/delete/${gone._id}`, { token });
  expect(message).toBe(customFieldMessages.removed);
  expect(await keys('company')).not.toContain(key);
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  expect(await keys('company')).toContain(key);
});

test('values are written, and everybody reads those of a product that are shown', async () => {
  const product = await newProduct(token, {});
  const named = async (kind: CustomFieldInput['kind'], more: Partial<CustomFieldInput> = {}) =>
    (await added({ kind, name: kind, key: keyOf(kind), shown: true, ...more })).key;
  const [number, link, picture] = [
    await named('number'),
    await named('link'),
    await named('picture'),
  ];
  const secret = await named('text', { shown: false });
  const choice = await named('choice', { choices: ['Wool', 'Linen'] });
  const path = `/custom-fields/product/${product._id}`;
  const save = (values: object) => send('PUT', path, { token, json: { values } });
  const { image } = await good('POST', '/custom-fields/picture', {
    token,
    form: formOf({}, ['image', pictureFile()]),
  });
  const values = {
    ...{ [number]: '2,5', [link]: 'https://mill.example/', [picture]: image },
    ...{ [secret]: 'Bought at 9', [choice]: 'Wool' },
  };
  expect((await save(values)).body.message).toBe(customFieldMessages.saved);
  for (const [key, value] of [
    [number, '1,234'],
    [number, 'many'],
    [link, 'javascript:alert(1)'],
    [link, 'http://mill.example/'],
    [picture, 'https://elsewhere.example/x.webp'],
    [choice, 'Silk'],
    ['nothing_of_this', 'x'],
  ] as const) {
    expect(refusal(await save({ [key]: value }))).toEqual([400, 'validation_failed', key]);
  }
  expect((await save({ 'A\u0000': 'x' })).status).toBe(400);
  expect((await save({ [secret]: '\u0000' })).status).toBe(400);
  const read = (await good('GET', `/products/${product._id}`)).product as ProductWithVariants;
  const shown = read.customFields;
  const mine = shown.filter((it) => it.key in values).map((it) => [it.key, it.value]);
  expect(Object.fromEntries(mine)).toEqual({
    ...{ [number]: '2.5', [link]: 'https://mill.example/', [picture]: image, [choice]: 'Wool' },
  });
  const all = (await good('GET', path, { token })).customFields;
  expect(all.find((it) => it.key === secret)?.value).toBe('Bought at 9');
  expect((await fetch(image)).status).toBe(200);
});

test('a choice in use is not removed before somebody has said so', async () => {
  const product = await newProduct(token, {});
  const { _id, key } = await added({ kind: 'choice', choices: ['Wool', 'Linen'] });
  await good('PUT', `/custom-fields/product/${product._id}`, {
    ...{ token, json: { values: { [key]: 'Linen' } } },
  });
  const update = (json: object) => send('PUT', `/custom-fields/update/${_id}`, { token, json });
  const refused = await update({ choices: ['Wool'] });
  expect(refusal(refused)).toEqual([409, 'choices_used', 'choices']);
  expect(refused.body.message).toContain('Linen (1)');
  const { body } = await update({ choices: ['Wool'], dropValues: true });
  expect(body.customField).toMatchObject({ choices: ['Wool'], used: 0 });
});

test('lists are filtered by a choice, beside the other filters, and counted for each', async () => {
  const category = await newCategory(token);
  const garment = async (price: string, season: string | null) => {
    const { _id } = await newProduct(token, { price, categoryId: category._id });
    const json = { values: { [key]: season } };
    await good('PUT', `/custom-fields/product/${_id}`, { token, json });
    return _id;
  };
  const choices = ['Winter', 'Summer'];
  const { key, name } = await added({ name: 'Season', kind: 'choice', choices, filter: true });
  const [winter, summer, other] = [
    await garment('20', 'Winter'),
    await garment('60', 'Summer'),
    await garment('20', null),
  ];
  const found = async (query: string) =>
    (await good('GET', `/products/all?category=${category._id}&${query}`)).products.map(
      (it) => it._id,
    );
  expect(await found(`custom=${key}:Winter`)).toEqual([winter]);
  expect((await found(`custom=${key}:Winter,${key}:Summer`)).toSorted()).toEqual(
    [winter, summer].toSorted(),
  );
  expect(await found(`custom=${key}:Winter&price=50-100`)).toEqual([]);
  expect(await found('')).toContain(other);
  const facets = async (query: string) =>
    (await good('GET', `/products/facets?category=${category._id}&${query}`)).facets.custom.find(
      (it) => it.key === key,
    );
  expect(await facets(`custom=${key}:Summer`)).toEqual({
    ...{ key, name },
    values: [
      { value: `${key}:Winter`, name: 'Winter', count: 1 },
      { value: `${key}:Summer`, name: 'Summer', count: 1 },
    ],
  });
  expect((await facets('price=50-100'))?.values).toEqual([
    { value: `${key}:Summer`, name: 'Summer', count: 1 },
  ]);
  expect(refusal(await send('GET', '/products/all?custom=Winter'))).toEqual([
    400,
    'validation_failed',
    'custom',
  ]);
});

test('files of products have a column for each field, both ways', async () => {
  const { _id, category } = await newProduct(token);
  const { key: mill } = await added({});
  const { key: season } = await added({ kind: 'choice', choices: ['Winter', 'Summer'] });
  const { key: picture } = await added({ kind: 'picture' });
  const { image } = await good('POST', '/custom-fields/picture', {
    token,
    form: formOf({}, ['image', pictureFile()]),
  });
  const take = async (csv: string) => {
    const json = { csv, dry: false };
    return importReply.parse(await good('POST', '/products/admin/import', { token, json }));
  };
  const valuesOf = async (id: string) =>
    Object.fromEntries(
      (await good('GET', `/custom-fields/product/${id}`, { token })).customFields
        .filter(({ key }) => [mill, season, picture].includes(key))
        .map(({ key, value }) => [key, value]),
    );
  const header = `custom.${mill},custom.${season},custom.${picture}`;
  const { rows } = await take(`id,${header}\n${_id},Soft,Winter,${image}`);
  expect(rows[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: `custom.${mill}`, before: '', after: 'Soft' },
      { field: `custom.${season}`, before: '', after: 'Winter' },
    ]),
  );
  const written = { [mill]: 'Soft', [season]: 'Winter', [picture]: image };
  expect(await valuesOf(_id)).toEqual(written);

  const title = `Cape ${crypto.randomUUID()}`;
  const named = `title,price,category,${header}`;
  await take(`${named}\n${title},9,${category?.name},Coarse,Summer,`);
  const [made] = (await good('GET', `/products/admin/list?q=${title}`, { token })).products;
  const file = await (await fetchFile(`/products/admin/export?q=${title}`, token)).text();
  expect(file).toContain(`custom.${mill}`);
  expect((await take(file)).counts.same).toBe(1);
  expect(await valuesOf(made?._id ?? '')).toEqual({
    ...{ [mill]: 'Coarse', [season]: 'Summer', [picture]: null },
  });

  const wrong = await take(`id,${header}\n${_id},,Spring,https://elsewhere.example/a.webp`);
  expect(wrong.rows[0]?.problems.map((it) => it.field)).toEqual([
    ...[`custom.${season}`, `custom.${picture}`],
  ]);
  expect(await valuesOf(_id)).toEqual(written);
  await take(`id,custom.${mill}\n${_id},`);
  expect(await valuesOf(_id)).toEqual({ ...written, [mill]: null });
});

test('files of customers and orders have the fields by their names', async () => {
  const customer = await newCustomer();
  const { id: order } = await placeOrder(await newProduct(token), { by: customer });
  for (const [resource, id, path] of [
    ['customer', customer.id, `/users/admin/export?q=${customer.email}`],
    ['order', order, `/orders/admin/export?q=${customer.email}`],
  ] as const) {
    const { key, name } = await added({ resource, name: `Note ${keyOf(resource)}` });
    const value = `Of ${key}`;
    await good('PUT', `/custom-fields/${resource}/${id}`, {
      token,
      json: { values: { [key]: value } },
    });
    const file = await (await fetchFile(path, token)).text();
    const [head = '', line = ''] = file.trim().split('\r\n');
    const at = head.split(',').toReversed().indexOf(name);
    expect(at).toBeGreaterThanOrEqual(0);
    expect(line.split(',').toReversed()[at]).toBe(value);
  }
});
