import { expect } from 'vitest';
import { actAs, actAsOwner, asOwner, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { add, addCategory, addProduct, remove, restore } from './goods.ts';
import { actAsAdministrator, actAsCustomer, addCustomer } from './people.ts';
import { errorOf, expectRefusal } from './refusals.ts';

type Resource = 'product' | 'customer' | 'order' | 'company';

interface Field {
  resource?: Resource;
  key: string;
  kind?: string;
  choices?: string[];
  shown?: boolean;
  filter?: boolean;
}

const addField = (tx: Tx, { resource = 'product', key, kind = 'text', ...rest }: Field) =>
  valueOf<string>(tx`
    select office.add_custom_field(${resource}, ${key}, ${`Name of ${key}`}, ${kind}, ${rest.choices ?? []},
      ${rest.shown ?? false}, ${rest.filter ?? false})`);

const save = (tx: Tx, resource: Resource, id: string, values: Record<string, string | null>) =>
  tx`select office.save_custom_values(${resource}, ${id}, ${JSON.stringify(values)}::text::jsonb)`;

async function valuesIn(tx: Tx, resource: Resource, id: string) {
  const fields = await valueOf<{ key: string; value: string | null }[]>(
    tx`select office.read_custom_values(${resource}, ${id})`,
  );
  return Object.fromEntries(fields.map((it) => [it.key, it.value]));
}

const factsOf = async (tx: Tx, product: string) =>
  (await valueOf<{ custom_fields: unknown }>(tx`select read_product(${product})`)).custom_fields;

const fabric = { kind: 'choice', choices: ['Wool', 'Linen'] };

test('each kind of record has its values, of which each field takes its own kind only', async ({
  tx,
}) => {
  const records: [Resource, string][] = [
    ['product', await addProduct(tx)],
    ['customer', await addCustomer(tx)],
    ['order', await add(tx, 'orders', { total_price: 9 })],
    ['company', await add(tx, 'companies', { name: 'Loom Ltd', country: 'DE' })],
  ];
  await actAsAdministrator(tx);
  const kinds: [string, string, string[]][] = [
    ['text', 'Soft', ['\u200b', 'x'.repeat(1001)]],
    ['number', '-3.25', ['3,5', '1e9', 'NaN', '3.']],
    ['choice', 'Wool', ['wool', 'Silk']],
    ['date', '2028-02-29', ['2027-02-29', '29.2.2028', '1028-01-01']],
    [
      'link',
      'https://mill.example/a?b=c',
      ['http://mill.example', 'javascript:alert(1)', 'https://a b'],
    ],
    [
      ...(['picture', `custom/${crypto.randomUUID()}.webp`] as const),
      ['https://x.example/a.webp', 'custom/../a.webp', 'products/a.webp'],
    ],
  ];
  for (const [resource, id] of records) {
    for (const [kind] of kinds)
      await addField(tx, {
        resource,
        key: kind,
        kind,
        choices: kind === 'choice' ? fabric.choices : [],
      });
    for (const [kind, good, bad] of kinds) {
      await save(tx, resource, id, { [kind]: good });
      for (const value of bad) {
        const error = await errorOf(tx, (it) => save(it, resource, id, { [kind]: value }));
        expect([error.detail, error.hint], `${resource} ${kind} ${value}`).toEqual([
          'validation_failed',
          kind,
        ]);
      }
    }
    expect(await valuesIn(tx, resource, id)).toEqual(
      Object.fromEntries(kinds.map(([kind, good]) => [kind, good])),
    );
    await save(tx, resource, id, { text: null, number: '' });
    expect(await valuesIn(tx, resource, id)).toMatchObject({
      text: null,
      number: null,
      choice: 'Wool',
    });
    await expectRefusal(tx, 'validation_failed', (it) => save(it, resource, id, { unknown: 'x' }));
  }
  const nobody = crypto.randomUUID();
  expect(await valueOf(tx`select office.read_custom_values('order', ${nobody})`)).toBe(null);
});

test('shoppers see the fields of products that are shown, in their order, and no others', async ({
  tx,
}) => {
  const product = await addProduct(tx);
  const customer = await addCustomer(tx);
  await actAsAdministrator(tx);
  await addField(tx, { key: 'margin' });
  await addField(tx, { key: 'mill', shown: true });
  const weave = await addField(tx, { key: 'weave', shown: true });
  await addField(tx, { resource: 'customer', key: 'risk' });
  await save(tx, 'product', product, { margin: '40 %', mill: 'Leeds', weave: 'Twill' });
  await save(tx, 'customer', customer, { risk: 'High' });
  await tx`select office.move_custom_field(${weave}, 1)`;
  const facts = [
    { key: 'weave', name: 'Name of weave', kind: 'text', value: 'Twill' },
    { key: 'mill', name: 'Name of mill', kind: 'text', value: 'Leeds' },
  ];
  for (const act of [(it: Tx) => actAs(it, null), actAsCustomer]) {
    await act(tx);
    expect(await factsOf(tx, product)).toEqual(facts);
    for (const table of ['custom_fields', 'custom_values'])
      await expectRefusal(tx, '42501', (it) => it`select * from ${it(table)}`);
  }
  await expectRefusal(tx, 'not_an_administrator', (it) => save(it, 'customer', customer, {}));
});

test('a choice in use goes only with the values, and the refusal says how many there are', async ({
  tx,
}) => {
  const products = [await addProduct(tx), await addProduct(tx), await addProduct(tx)];
  await actAsAdministrator(tx);
  const field = await addField(tx, { key: 'fabric', ...fabric });
  const [first = '', second = '', third = ''] = products;
  for (const id of [first, second]) await save(tx, 'product', id, { fabric: 'Linen' });
  await save(tx, 'product', third, { fabric: 'Wool' });
  const change = (it: Tx, drop: boolean) => it`
    select office.update_custom_field(${field}, p_choices => '{Wool,Silk}', p_drop_values => ${drop})`;
  const error = await errorOf(tx, (it) => change(it, false));
  expect([error.detail, error.hint]).toEqual(['choices_used', 'choices']);
  expect(error.message).toContain('Linen (2)');
  await change(tx, true);
  expect(await valuesIn(tx, 'product', first)).toEqual({ fabric: null });
  expect(await valuesIn(tx, 'product', third)).toEqual({ fabric: 'Wool' });
});

test('values come back with field and record, in whatever order both are restored', async ({
  tx,
}) => {
  const product = await addProduct(tx);
  const customer = await addCustomer(tx);
  await actAsAdministrator(tx);
  const field = await addField(tx, { key: 'mill', shown: true });
  const risk = await addField(tx, { resource: 'customer', key: 'risk' });
  await save(tx, 'product', product, { mill: 'Leeds' });
  await save(tx, 'customer', customer, { risk: 'High' });
  const ids = { products: product, custom_fields: field };
  const orders = [
    ['products', 'custom_fields'],
    ['custom_fields', 'products'],
  ] as const;
  for (const gone of orders) {
    for (const back of orders) {
      const undo = new Map<string, string>();
      for (const kind of gone) undo.set(kind, await remove(tx, kind, ids[kind]));
      for (const kind of back) await restore(tx, undo.get(kind) ?? '');
      expect(await valuesIn(tx, 'product', product), `${gone.join()} ${back.join()}`).toEqual({
        mill: 'Leeds',
      });
    }
  }
  // What was known of a customer does not outlive them in the trash.
  const undo = await remove(tx, 'custom_fields', risk);
  await asOwner(tx, () => tx`delete from auth.users where id = ${customer}`);
  await actAsOwner(tx);
  expect(
    await valueOf(tx`select contents -> 'custom_values' from trash where id = ${undo}`),
  ).toEqual([]);
});

test('the audit trail names the record and the field, and forgets a deleted customer', async ({
  tx,
}) => {
  const customer = await addCustomer(tx);
  await actAsAdministrator(tx);
  await addField(tx, { resource: 'customer', key: 'risk' });
  await save(tx, 'customer', customer, { risk: 'High' });
  await save(tx, 'customer', customer, { risk: 'Low' });
  await actAsOwner(tx);
  const entries = () => tx`select before, after from audit_log
    where table_name = 'profiles' and record_id = ${customer} and action = 'update' order by id`;
  const name = 'custom: Name of risk';
  expect(await entries()).toEqual([
    { before: { [name]: null }, after: { [name]: 'High' } },
    { before: { [name]: 'High' }, after: { [name]: 'Low' } },
  ]);
  await tx`delete from auth.users where id = ${customer}`;
  expect(JSON.stringify(await entries())).not.toMatch(/High|Low/);
});

test('products are found and counted by fields that are filters, as long as these are', async ({
  tx,
}) => {
  const category = await addCategory(tx);
  const product = await addProduct(tx, { category });
  await addProduct(tx, { category });
  await actAsAdministrator(tx);
  const field = await addField(tx, { key: 'fabric', ...fabric, filter: true });
  await addField(tx, { key: 'lining', ...fabric, filter: true });
  const count = (value: string, key = 'fabric') =>
    valueOf<number>(tx`select count_products(${JSON.stringify([category])}::text::jsonb,
      ${JSON.stringify({ [`custom_${key}`]: [value] })}::text::jsonb)`);
  await save(tx, 'product', product, { fabric: 'Linen' });
  expect([await count('Linen'), await count('Wool')]).toEqual([1, 0]);
  expect(await count('Linen', 'lining')).toBe(0);
  await save(tx, 'product', product, { fabric: 'Wool' });
  expect([await count('Linen'), await count('Wool')]).toEqual([0, 1]);
  const filter = (on: boolean) =>
    tx`select office.update_custom_field(${field}, p_filter => ${on})`;
  await filter(false);
  expect(await count('Wool')).toBe(0);
  await filter(true);
  expect(await count('Wool')).toBe(1);
  const undo = await remove(tx, 'custom_fields', field);
  expect(await count('Wool')).toBe(0);
  await restore(tx, undo);
  expect(await count('Wool')).toBe(1);
});
