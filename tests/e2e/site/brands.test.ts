import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { demoAdministrator } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { openOwnShop, type OwnShop } from '../../support/own-shop.ts';
import { eventually } from '../../support/shop.ts';
import { desk, phone } from '../../support/widths.ts';

/** Where the pictures of the brands are. */
const pictures = resolve(import.meta.dirname, '../../../test-results/brands');

const brands = [
  {
    what: 'dark streetwear',
    colorScheme: 'dark',
    details: {
      ...{ name: 'GRID', description: 'Heavy cotton for short nights.', typefaces: 'archivo' },
      ...{ paper: '#f2f2f0', accent: '#1a1a1a', paperDark: '#0b0b0c', accentDark: '#d7ff3e' },
    },
  },
  {
    what: 'pale luxury',
    colorScheme: 'light',
    details: {
      ...{ name: 'Maison Aveline', description: 'Silk and cashmere, made to order.' },
      ...{ typefaces: 'cormorant-jost', paper: '#faf8f5', accent: '#6b5840' },
      ...{ paperDark: '#171513', accentDark: '#d8c3a5' },
    },
  },
  {
    what: 'loud children’s wear',
    colorScheme: 'light',
    details: {
      ...{ name: 'Hoppla!', description: 'Clothes that can take a puddle.' },
      ...{ typefaces: 'fredoka-nunito', paper: '#fff6d6', accent: '#b01257' },
      ...{ paperDark: '#1d1030', accentDark: '#ffc83d' },
    },
  },
] as const;

/** The name of a brand, drawn. */
const logoOf = (name: string, color: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><text x="240" y="84" font-family="sans-serif" font-size="64" text-anchor="middle" fill="${color}">${name}</text></svg>`,
    ),
  )
    .png()
    .toBuffer();

let own: OwnShop;
beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
  own = await openOwnShop({ keepsGoods: true });
});
afterAll(() => own.close());

for (const { what, colorScheme, details } of brands) {
  test(`A brand of ${what} is read by everybody`, { tags: ['more'] }, async ({ visit }) => {
    const { request } = (await visit({ baseURL: own.siteUrl })).page.context();
    const login = await request.post('/api/v1/auth/login', { data: demoAdministrator });
    const headers = { authorization: `Bearer ${(await login.json()).authToken}` };
    const saved = await request.put('/api/v1/shop/details', { headers, data: details });
    expect([saved.status(), await saved.json()]).toMatchObject([200, { shop: details }]);
    for (const [scheme, color] of [
      ['light', details.accent],
      ['dark', details.accentDark],
    ] as const) {
      const buffer = await logoOf(details.name, color);
      const image = { name: 'logo.png', mimeType: 'image/png', buffer };
      const multipart = { scheme, image };
      const answer = await request.post('/api/v1/shop/logo', { headers, multipart });
      expect(answer.status()).toBe(200);
    }
    const [product] = await own.sql`select id from products where status = 'published' limit 1`;
    for (const size of [phone, desk]) {
      const { page } = await visit({ baseURL: own.siteUrl, ...size, colorScheme });
      await eventually(async () => {
        await page.goto('/');
        return page.title();
      }).toContain(details.name);
      await page.getByRole('img', { name: details.name }).first().waitFor();
      await page.screenshot({ path: join(pictures, `${details.typefaces}-${size.width}.png`) });
      for (const path of ['/', '/shop', `/product/${product?.['id']}/-`, '/login']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expectNoFaults(page, `${what}, ${path}, ${size.width} pixels`);
      }
      await page.screenshot({
        path: join(pictures, `${details.typefaces}-login-${size.width}.png`),
      });
    }
  });
}
