import { expect } from 'vitest';
import { defaultSections, homeSections } from '#shared/schemas/home.ts';
import { menus } from '#shared/schemas/shop-frame.ts';
import { defaultMenus } from '../../src/default-menus.ts';
import { actAs, actAsOwner, letPass, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator } from './people.ts';

const put = (tx: Tx, name: string, value: unknown) =>
  tx`update shop_settings set value = ${JSON.stringify(value)}::text::jsonb where name = ${name}`;

const text = {
  ...{ kind: 'text', id: '3fa85f64-5717-4562-b3fc-2c963f66afa6', shown: true },
  ...{ heading: 'Our mill', text: 'Two looms.', link: '/about', linkText: '', image: '' },
};
const row = {
  ...{ kind: 'products', id: '3fa85f64-5717-4562-b3fc-2c963f66afa7', shown: false },
  ...{ heading: 'For rain', products: ['3fa85f64-5717-4562-b3fc-2c963f66afa8'] },
};
const [first, ...others] = defaultSections;
const link = { label: 'Sale', href: '/shop?sort=price' };

test('database and API accept the same menus and sections', async ({ tx }) => {
  await actAsAdministrator(tx);
  const values = {
    menus: [
      [defaultMenus, true],
      [{ header: [], footer: [] }, true],
      [{ header: [{ ...link, href: 'https://elsewhere.example' }], footer: [] }, true],
      [{ header: [{ ...link, href: 'javascript:alert(1)' }], footer: [] }, false],
      [{ header: [{ ...link, href: '//evil.example' }], footer: [] }, false],
      [{ header: [{ ...link, label: ' ' }], footer: [] }, false],
      [{ header: [{ ...link, icon: 'x' }], footer: [] }, false],
      [{ header: Array.from({ length: 9 }, () => link), footer: [] }, false],
      [{ header: [], footer: [{ title: 'Help', links: [link] }] }, true],
      [{ header: [], footer: [{ title: '', links: [link] }] }, false],
      [{ header: [] }, false],
    ],
    home_sections: [
      [defaultSections, true],
      [[...others, text, first, row], true],
      [others, false],
      [[first, first, ...others], false],
      [[...defaultSections, text, text], false],
      [[...defaultSections, { ...text, text: '' }], false],
      [[...defaultSections, { ...text, link: 'http://x.example' }], false],
      [[...defaultSections, { ...row, products: [] }], false],
      [[...defaultSections, { ...row, kind: 'video' }], false],
      [defaultSections.map((it) => ({ ...it, shown: 'yes' })), false],
    ],
  } as const;
  for (const [name, cases] of Object.entries(values)) {
    const schema = name === 'menus' ? menus : homeSections;
    for (const [value, accepted] of cases) {
      const what = JSON.stringify(value).slice(0, 200);
      expect([what, schema.safeParse(value).success]).toEqual([what, accepted]);
      if (accepted) await put(tx, name, value);
      else await expectRefusal(tx, '23514', (it) => put(it, name, value));
    }
  }
});

test('an announcement is there from its first moment until its last, and the feed tells of both', async ({
  tx,
}) => {
  await actAsAdministrator(tx);
  const at = async (span: string) =>
    valueOf<string>(tx`select to_json(clock() + ${span}::interval) #>> '{}'`);
  const sale = { text: 'Sale', link: '/shop', linkText: '' };
  const planned = { from: await at('1 hour'), until: await at('2 hours') };
  await put(tx, 'announcement', { ...sale, shown: true, ...planned });
  await expectRefusal(tx, '23514', (it) =>
    put(it, 'announcement', { ...sale, shown: true, from: planned.until, until: planned.from }),
  );
  await expectRefusal(tx, '23514', (it) =>
    put(it, 'announcement', { ...sale, shown: true, from: null }),
  );
  const seen = async () => {
    await actAs(tx, null);
    return valueOf(tx`select shop_frame() -> 'announcement'`);
  };
  const told = async () => {
    await actAsOwner(tx);
    const tags = await valuesOf<string>(
      tx`select tag from private.planned_changes() where tag = 'shop_settings'`,
    );
    return tags.length;
  };
  expect([await seen(), await told()]).toEqual([null, 0]);
  await letPass(tx, '61 minutes');
  expect([await seen(), await told()]).toEqual([sale, 1]);
  await letPass(tx, '60 minutes');
  expect([await seen(), await told()]).toEqual([null, 2]);
  expect(await valueOf(tx`select count(*)::int from shop_settings where name = 'menus'`)).toBe(1);
});
