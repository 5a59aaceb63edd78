import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { requiredText } from '../../supabase/functions/_shared/schemas/common.ts';
import { actAs, actAsOwner, actAsService, sql, test } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator, addCustomer } from './people.ts';
import { addCategory, addProduct } from './goods.ts';

const invisible = [
  '\u200b',
  '\u{e0041}',
  '\u2800',
  '\u3164',
  '\u202e\u2066',
  '\u00ad',
  ' \u3000\u200d',
];
const visible = ['é', 'e\u0301', '日本', 'می‌خواهم', '👩‍💻', '❤️', '5', '-', 'ᄒ', '\ue000'];

/** Characters that only one of the database and the API sees, of every so many. */
async function seenByOne(step: number): Promise<string[]> {
  const invisibleCodes = await valuesOf<number>(sql`
    select code from generate_series(1, 1114111, ${step}::int) code
    where code not between 55296 and 57343 and not is_visible(chr(code))`);
  const inDatabase = new Set(invisibleCodes);
  const differing: string[] = [];
  const anyName = requiredText(10);
  for (let code = 1; code <= 0x10_ff_ff; code += step) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (isControl) continue;
    const { success } = anyName.safeParse(String.fromCodePoint(code));
    if (success === inDatabase.has(code)) differing.push(code.toString(16));
  }
  return differing;
}

describe('what can be seen', () => {
  test('is told apart from what cannot', async () => {
    const seen = (texts: string[]) =>
      valuesOf<boolean>(sql`select is_visible(t) from unnest(${texts}::text[]) t`);
    expect(await seen(invisible)).toEqual(invisible.map(() => false));
    expect(await seen(visible)).toEqual(visible.map(() => true));
  });

  test('is the same to the database and to the API', async () => {
    expect(await seenByOne(97)).toEqual([]);
  });
  test('is so for every character', { tags: ['more'] }, async () => {
    expect(await seenByOne(1)).toEqual([]);
  });
});

test('no administrator writes a name that nobody can see', async ({ tx }) => {
  const [category, product] = [await addCategory(tx), await addProduct(tx)];
  await actAsAdministrator(tx);
  for (const text of invisible) {
    const writes: Record<string, Record<string, unknown>> = {
      categories: { name: text },
      products: { title: text, price: 1 },
      advertisements: { headline: text },
      banners: { header: text, paragraph: 'Words' },
      faqs: { question: text, answer: 'Yes' },
    };
    for (const [table, row] of Object.entries(writes)) {
      await expectRefusal(tx, '23514', (it) => it`insert into ${it(table)} ${it(row)}`);
    }
    for (const list of [['M', text], [text]]) {
      for (const column of ['sizes', 'colors']) {
        const change = { [column]: list };
        await expectRefusal(
          tx,
          '23514',
          (it) => it`update products set ${it(change)} where id = ${product}`,
        );
      }
    }
    await expectRefusal(
      tx,
      '23514',
      (it) => it`update categories set name = ${text} where id = ${category}`,
    );
  }
  for (const it of visible) await tx`insert into faqs (question, answer) values (${it}, ${it})`;
  await tx`update products set sizes = ${visible}, colors = '{}' where id = ${product}`;
});

test('no customer or visitor does either', async ({ tx }) => {
  const product = await addProduct(tx);
  const customer = await addCustomer(tx);
  await actAsService(tx);
  const letter = { firstname: 'Ida', lastname: 'Brook', email: 'ida@test.example', message: 'Hi' };
  for (const field of ['firstname', 'lastname', 'message']) {
    const row = { ...letter, [field]: '\u200b' };
    await expectRefusal(tx, '23514', (it) => it`insert into contact_messages ${it(row)}`);
  }
  await actAs(tx, customer);
  await expectRefusal(
    tx,
    '23514',
    (it) => it`update profiles set firstname = '\u200b' where id = ${customer}`,
  );
  await actAsOwner(tx);
  const review = { product_id: product, user_id: customer, rating: 5, comment: '\u2800' };
  await expectRefusal(tx, '23514', (it) => it`insert into reviews ${it(review)}`);
});

test('who registers with an invisible name past the API has none', async ({ tx }) => {
  const id = await addCustomer(tx, { firstname: '\u200b\u200b' });
  const found = await tx`select firstname, lastname from profiles where id = ${id}`;
  expect(found).toEqual([{ firstname: '', lastname: 'Brook' }]);
});

describe('a banner', () => {
  test('has words or a picture, and keeps one of them', async ({ tx }) => {
    await actAsAdministrator(tx);
    await expectRefusal(tx, '23514', (it) => it`insert into banners default values`);
    const add = (row: Record<string, unknown>) =>
      valueOf<string>(tx`insert into banners ${tx(row)} returning id`);
    await add({ paragraph: 'Words' });
    const words = await add({ header: 'Words' });
    const picture = await add({ images: ['banners/a.webp'] });
    await expectRefusal(
      tx,
      '23514',
      (it) => it`update banners set header = '' where id = ${words}`,
    );
    await expectRefusal(
      tx,
      '23514',
      (it) => it`update banners set images = '{}' where id = ${picture}`,
    );
  });
});

describe('a category', () => {
  test('has a name of its own, whatever its case, white space and Unicode form', async ({ tx }) => {
    const mark = randomUUID();
    await addCategory(tx, `Überröcke ${mark}`);
    const other = await addCategory(tx, `Hats ${mark}`);
    await actAsAdministrator(tx);
    for (const name of [
      `überröcke ${mark}`,
      `ÜBERRÖCKE  ${mark.toUpperCase()} `,
      `U\u0308berro\u0308cke ${mark}`,
      `Überröcke\u00a0${mark}\u200b`,
      `Ｕ\u0308berröcke ${mark}`,
      `Überrö\u200bc\u00adke\u{e0041} ${mark}`,
      `Überrocke\u3000${mark}`.replace('rocke', 'ro\u200d\u0308cke'),
    ]) {
      await expectRefusal(tx, '23505', (it) => it`insert into categories (name) values (${name})`);
      await expectRefusal(
        tx,
        '23505',
        (it) => it`update categories set name = ${name} where id = ${other}`,
      );
    }
    await tx`update categories set name = ${`HATS ${mark}`} where id = ${other}`;
  });

  test('does not come back where its name is taken by now', async ({ tx }) => {
    const name = `Capes ${randomUUID()}`;
    const category = await addCategory(tx, name);
    await actAsAdministrator(tx);
    const undo = await valueOf<string>(
      tx`select office.delete_categories(array[${category}]::uuid[])`,
    );
    const second = await valueOf<string>(
      tx`insert into categories (name) values (${name}) returning id`,
    );
    await expectRefusal(
      tx,
      '23505',
      (it) => it`select office.restore_trash(array[${undo}]::uuid[])`,
    );
    await tx`update categories set name = ${`Other ${name}`} where id = ${second}`;
    await tx`select office.restore_trash(array[${undo}]::uuid[])`;
    expect(await tx`select name from categories where id = ${category}`).toEqual([{ name }]);
  });
});
