import { request } from 'undici';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultSections } from '#shared/schemas/home.ts';
import { pictured } from '../../api/access-rows.ts';
import { defaultMenus } from '../../../src/default-menus.ts';
import { stack } from '../../support/stack.ts';
import { adminToken, good, newCategory, newProduct, refusal, send } from '../../api/client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const put = (path: string, json: object) => send('PUT', path, { token, json });
const page = async (path = '/') => (await fetch(stack().siteUrl + path)).text();
const textOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))].map(([, inner = '']) =>
    inner
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

test('menus of the shop are on every page, without links to what was deleted, until they are reset', async () => {
  onTestFinished(async () => void (await put('/shop/menus', { menus: null })));
  const before = await page('/faqs');
  const category = await newCategory(token);
  const menus = {
    header: [
      { label: 'Rainwear', href: `/category/${category._id}` },
      { label: 'Journal', href: 'https://journal.example/' },
    ],
    footer: [{ title: 'Read', links: [{ label: 'The mill', href: '/about#mill' }] }],
  };
  expect((await put('/shop/menus', { menus })).status).toBe(200);
  await expect.poll(() => page('/faqs')).toContain('>Rainwear<');
  const html = await page('/faqs');
  expect(html.replaceAll(/\s+/g, ' ')).toMatch(
    /href="https:\/\/journal.example\/" rel="noopener noreferrer"/,
  );
  expect(textOf(html, 'nav').filter((it) => it.startsWith('Read'))).toEqual(['Read The mill']);
  await good('DELETE', `/categories/delete/${category._id}`, { token });
  await expect.poll(() => page('/faqs')).not.toContain('>Rainwear<');
  const bad = { ...menus, header: [{ label: 'X', href: 'javascript:1' }] };
  expect(refusal(await put('/shop/menus', { menus: bad }))).toEqual([
    ...[400, 'validation_failed', 'menus.header.0.href'],
  ]);
  await put('/shop/menus', { menus: defaultMenus });
  await expect.poll(() => page('/faqs')).not.toContain('Journal');
  const same = (it: string) =>
    it.replaceAll(/<nav class="categories[^]*?<\/nav>|<ul class="categories[^]*?<\/ul>/g, '');
  expect(same(await page('/faqs'))).toBe(same(before));
});

test('the home page shows its sections in the order, with the headings and additions of the shop', async () => {
  onTestFinished(async () => void (await put('/shop/home', { sections: null })));
  const product = await newProduct(token);
  const picture = await good('POST', '/shop/picture', { token, form: pictured().form() });
  const sections = [
    {
      ...{ kind: 'text', id: crypto.randomUUID(), shown: true, heading: 'Our mill' },
      ...{
        text: 'Two looms.\n\nOne <b>room</b>.',
        image: picture.image,
        link: '/about',
        linkText: '',
      },
    },
    {
      ...{ kind: 'products', id: crypto.randomUUID(), shown: true, heading: 'For rain' },
      products: [crypto.randomUUID(), product._id],
    },
    ...defaultSections.toReversed().map((it) => ({
      ...it,
      ...{ shown: it.kind !== 'banners', heading: it.kind === 'newest' ? 'Just in' : '' },
    })),
  ];
  const saved = await put('/shop/home', { sections });
  expect(saved.body.sections).toEqual(sections);
  await expect
    .poll(async () => textOf(await page(), 'h2').slice(0, 5))
    .toEqual([
      ...['Our mill', 'For rain', 'Recommended For You'],
      ...[expect.any(String), 'Just in'],
    ]);
  const html = await page();
  expect(html).toContain('One &lt;b&gt;room&lt;/b&gt;.');
  expect(html).toContain(product.title);
  expect(html).not.toContain('data-banner-carousel');
  const missing = await put('/shop/home', { sections: sections.slice(0, -1) });
  expect(refusal(missing)).toEqual([400, 'validation_failed', 'sections']);
  const removed = await put('/shop/home', { sections: sections.slice(1) });
  expect(removed.status).toBe(200);
  expect((await fetch(String(picture.image))).ok).toBe(false);
});

test('an announcement is above the header of every page while it is shown', async () => {
  onTestFinished(async () => void (await put('/shop/announcement', { announcement: null })));
  const own = {
    text: 'Order by Friday',
    link: '/delivery',
    linkText: 'How',
    from: null,
    until: null,
  };
  await put('/shop/announcement', { announcement: { ...own, shown: true } });
  await expect.poll(() => page('/faqs')).toContain('aria-label="Announcement"');
  const html = await page('/faqs');
  expect(textOf(html, 'aside')).toContain('Order by Friday How');
  expect(html.indexOf('<aside')).toBeLessThan(html.indexOf('<header'));
  const read = await good('GET', '/shop/announcement', { token });
  expect(read.announcement).toEqual({ ...own, shown: true });
  await put('/shop/announcement', { announcement: { ...own, shown: false } });
  await expect.poll(() => page('/faqs')).not.toContain('aria-label="Announcement"');
  const [from, until] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'];
  expect(
    refusal(await put('/shop/announcement', { announcement: { ...own, from, until } })),
  ).toEqual([...[400, 'validation_failed', 'announcement.until']]);
});

test('an address without a page leads elsewhere within moments, and is counted until it does', async () => {
  const path = `/${crypto.randomUUID()}`;
  const open = async () => {
    // Unlike `fetch`, it sends the headers by which a browser tells that somebody opens a page.
    const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
    const url = `${stack().siteUrl}${path}/?utm=x`;
    const { statusCode, headers: sent, body } = await request(url, { headers });
    await body.dump();
    return [statusCode, sent['location'] ?? null];
  };
  expect(await open()).toEqual([404, null]);
  const find = async () =>
    (await good('GET', `/redirects/missing?q=${path.slice(1)}`, { token })).missingPages;
  await expect.poll(find).toMatchObject([{ path, visits: 1 }]);
  await good('POST', '/redirects/create', { token, json: { from: path, to: '/shop' } });
  await expect.poll(open).toEqual([308, '/shop?utm=x']);
});
