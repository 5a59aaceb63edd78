import type { JSONValue } from 'postgres';
import { expect } from 'vitest';
import { isPlain, plainTextOf, type RichText } from '#shared/domain/rich-text.ts';
import { documentOfHtml } from '../../supabase/functions/api/html-document.ts';
import { letPass, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { add, addProduct, remove, restore } from './goods.ts';
import { actAsAdministrator } from './people.ts';

/** A document as a value of a row. */
const asJson = (tx: Tx, document: RichText) =>
  tx.json(JSON.parse(JSON.stringify(document)) as JSONValue);
/** A document as an argument; null is that of JSON. */
const json = (tx: Tx, document: RichText | null) => tx`${JSON.stringify(document)}::text::jsonb`;

const wool = documentOfHtml('<p>Of <b>wool</b>.</p><ul><li>Warm<br>and dry<li>Light</ul>');
const linen = documentOfHtml('<h2>Linen</h2><table><tr><th>S<th>M<tr><td>36<td>38</table>');
const texts = { wool: 'Of wool.\n\n• Warm\n  and dry\n• Light', linen: 'Linen\n\nS | M\n36 | 38' };

/** The text and the document of a product; fails if they disagree. */
async function textsOf(tx: Tx, id: string): Promise<[string, RichText | null]> {
  const [row] = await tx<{ description: string; description_document: RichText | null }[]>`
    select description, description_document from products where id = ${id}`;
  const { description = '', description_document: document = null } = row ?? {};
  if (document) expect(description).toBe(plainTextOf(document));
  return [description, document];
}

test('a description is the text of its document, whichever of them is written', async ({ tx }) => {
  await actAsAdministrator(tx);
  const id = await add(tx, 'products', {
    ...{ title: 'Coat', price: '20', description: 'Something else' },
    description_document: asJson(tx, wool),
  });
  const now = () => textsOf(tx, id);
  expect(await now()).toEqual([texts.wool, wool]);
  const write = (values: object) => tx`update products set ${tx(values)} where id = ${id}`;

  await write({ description: texts.wool, price: '30' });
  expect(await now()).toEqual([texts.wool, wool]);
  await write({ description: 'Other', description_document: asJson(tx, linen) });
  expect(await now()).toEqual([texts.linen, linen]);
  await write({ description: 'Plain', description_document: asJson(tx, linen) });
  expect(await now()).toEqual(['Plain', null]);
  await write({ description_document: asJson(tx, wool) });
  await write({ description: 'Plain' });
  expect(await now()).toEqual(['Plain', null]);
  await write({ description_document: asJson(tx, linen) });
  await write({ description_document: null });
  expect(await now()).toEqual([texts.linen, null]);
  await write({ description_document: asJson(tx, documentOfHtml('<p>One</p><p>Two<br>three')) });
  expect(await now()).toEqual(['One\n\nTwo\nthree', null]);
  await write({ description_document: asJson(tx, documentOfHtml('')) });
  expect(await now()).toEqual(['', null]);

  const update = (values: { text?: string; document?: RichText | null }) =>
    tx`select office.update_product(p_id => ${id}, p_description => ${values.text ?? null},
      p_description_document => ${values.document === undefined ? null : json(tx, values.document)})`;
  await update({ text: 'Ignored', document: wool });
  expect(await now()).toEqual([texts.wool, wool]);
  await update({ text: texts.wool });
  expect(await now()).toEqual([texts.wool, wool]);
  await tx`select office.delete_products(${[await addProduct(tx)]}::uuid[])`;
  await restore(tx, await remove(tx, 'products', id));
  expect(await now()).toEqual([texts.wool, wool]);
  await update({ document: null });
  expect(await now()).toEqual([texts.wool, null]);
});

test('it is searched by, tells shoppers and the audit trail of its change, and follows a file', async ({
  tx,
}) => {
  await actAsAdministrator(tx);
  const id = await addProduct(tx, { title: 'Trial garment', description: 'Flannel' });
  const found = (words: string) =>
    valueOf<boolean>(
      tx`select search @@ to_tsquery('english', ${words}) from products where id = ${id}`,
    );
  const document = documentOfHtml('<p>Of <b>qiviut</b></p>');
  const since = await valueOf<Date>(tx`select updated_at from products where id = ${id}`);
  await letPass(tx, '1 minute');
  await tx`update products set description_document = ${json(tx, document)} where id = ${id}`;
  expect([await found('qiviut'), await found('flannel')]).toEqual([true, false]);
  const changed = await valueOf<Date>(tx`select updated_at from products where id = ${id}`);
  expect(changed.getTime()).toBeGreaterThan(since.getTime());
  expect(
    await valueOf(tx`select after -> 'description_document' from audit_log
      where record_id = ${id} and action = 'update'`),
  ).toEqual(document);

  const take = (values: object) =>
    tx`select office.import_products(${JSON.stringify([{ line: 2, id, ...values }])}::text::jsonb, false)`;
  const cases: [object, [string, RichText | null]][] = [
    [{ description: 'Of qiviut', document }, ['Of qiviut', document]],
    [{ description: 'Edited', document }, ['Edited', null]],
    [{ description: 'Edited', document: wool }, [texts.wool, wool]],
    [{ description: texts.wool }, [texts.wool, wool]],
    [{ price: '21' }, [texts.wool, wool]],
    [{ document: documentOfHtml('Of wool.') }, ['Of wool.', null]],
    [{ description: 'Of wool.', document: documentOfHtml('Of silk.') }, ['Of silk.', null]],
    [{ description: '' }, ['', null]],
  ];
  for (const [values, result] of cases) {
    await take(values);
    expect(await textsOf(tx, id), JSON.stringify(values)).toEqual(result);
  }
});

test('the text of a document is the same in SQL as in TypeScript', async ({ tx }) => {
  const documents = [
    '<ol><li>A<ul><li>B<li>C<br>D</ul><p>E<li></ol><h3>F</h3>',
    '<table><tr><th>A<br>B<td><p>C<p>D<tr><td></table><p>E &lt; <i>F</i>',
    '<img src="/images/640/pages/a.webp" alt="Looms"><img src="/images/640/pages/b.webp"><p>A',
    '<p>A<br><br>B</p>',
    '',
  ].map(documentOfHtml);
  for (const document of documents) {
    const [row] = await tx`
      select plain_text(${json(tx, document)}) as text, private.rich_document(${json(tx, document)}) is null as plain`;
    expect(row, JSON.stringify(document)).toEqual({
      ...{ text: plainTextOf(document), plain: isPlain(document) },
    });
  }
  const odd = [{}, { content: 'x' }, { content: [{ type: 'x' }, 1, null, { type: 'paragraph' }] }];
  for (const document of odd) {
    expect(await valueOf(tx`select plain_text(${tx.json(document)})`)).toBe('');
  }
});
