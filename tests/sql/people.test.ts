import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsService, asOwner, test, type Tx } from './actors.ts';
import { rowOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';

describe('who registers', () => {
  test('becomes a customer with what the form sent', async ({ tx }) => {
    const given = {
      firstname: 'Ida',
      lastname: 'Brook',
      country: 'Norway',
      state: 'Vestland',
      postcode: '5003',
      city: 'Bergen',
      address: '4 Strandgaten',
    };
    // The phone number came as a number; the role and the id are nobody's to choose.
    const sent = { ...given, phone: 2025550100, id: 'x', role: 'administrator', is_admin: true };
    const id = await addCustomer(tx, sent);
    const profile = await rowOf(tx`select * from profiles where id = ${id}`);
    expect(profile).toMatchObject({ ...given, phone: '2025550100', email: `${id}@test.example` });
    await actAs(tx, id);
    expect(await rowOf(tx`select is_admin() as a, is_customer() as c`)).toEqual({
      a: false,
      c: true,
    });
  });

  test('may send nothing, or far too much', async ({ tx }) => {
    const id = await addCustomer(tx, { firstname: null, lastname: 'x'.repeat(10_000), state: {} });
    const profile = await rowOf(tx`
        select firstname, length(lastname) as lastname, state, phone from profiles where id = ${id}`);
    expect(profile).toEqual({ firstname: '', lastname: 200, state: '{}', phone: '' });
  });

  test('keeps one mail address: that of the login', async ({ tx }) => {
    const customer = await addCustomer(tx);
    const administrator = await addAdministrator(tx);
    await tx`update auth.users set email = 'new-' || email where id in (${customer}, ${administrator})`;
    const found = await tx<{ email: string }[]>`
        select email from profiles where id = ${customer}
        union all select email from administrators where id = ${administrator}`;
    expect(found.map(({ email }) => email)).toEqual(
      [customer, administrator].map((id) => `new-${id}@test.example`),
    );
  });
});

describe('an administrator', () => {
  test('is made by a row, is no customer, and ends with the row', async ({ tx }) => {
    const id = await addAdministrator(tx);
    const made = await rowOf(tx`select firstname, email from administrators where id = ${id}`);
    expect(made).toEqual({ firstname: 'Ida', email: `${id}@test.example` });
    const what = () => tx`select is_admin() as a, is_customer() as c`;
    await actAs(tx, id);
    expect(await rowOf(what())).toEqual({ a: true, c: false });
    await asOwner(tx, () => tx`delete from administrators where id = ${id}`);
    expect(await rowOf(what())).toEqual({ a: false, c: false });
  });

  test('a visitor is neither', async ({ tx }) => {
    await actAs(tx, null);
    expect(await rowOf(tx`select is_admin() as a, is_customer() as c`)).toEqual({
      a: false,
      c: false,
    });
  });
});

test('a review carries the first name and initial of who wrote it, and no other', async ({
  tx,
}) => {
  const product = await addProduct(tx);
  const customer = await addCustomer(tx, { firstname: 'Ida', lastname: 'Brook' });
  const administrator = await addAdministrator(tx);
  await actAsService(tx);
  const review = (db: Tx, author: string, of = product) =>
    db<{ written: object | null }[]>`select add_review(${author}, ${of}, 4, 'Warm') as written`;
  const { written } = await rowOf(review(tx, customer));
  expect(written).toMatchObject({ firstname: 'Ida', lastname: 'B.', rating: 4 });
  expect((await rowOf(review(tx, customer, randomUUID()))).written).toBeNull();
  await expectRefusal(tx, 'not_a_customer', (point) => review(point, administrator));
});
