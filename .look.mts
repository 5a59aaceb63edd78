import { chromium } from 'playwright';
import postgres from 'postgres';
import { readFileSync } from 'node:fs';
import { findBrowser } from './scripts/browser.ts';
const db = /postgresql:\S+/.exec(readFileSync('/tmp/look-GR.txt', 'utf8'))![0];
const sql = postgres(db, { max: 1, onnotice: () => undefined });
const [me] = await sql`select id from profiles where email = 'shopper@hemline.example'`;
const [has] = await sql`select 1 from company_members where user_id = ${me.id}`;
const [p] =
  await sql`select id, title, price from products where cardinality(sizes) >= 4 and cardinality(colors) >= 3 order by title limit 1`;
if (!has) {
  const [list] =
    await sql`insert into price_lists (name, percent) values ('Boutiques', 30) returning id`;
  const [c] =
    await sql`insert into companies (name, country, status, price_list_id) values ('Brook & Sons', 'IE', 'approved', ${list.id}) returning id`;
  await sql`insert into company_members (user_id, company_id) values (${me.id}, ${c.id})`;
  for (const [q, f] of [
    [12, 0.62],
    [48, 0.55],
  ])
    await sql`insert into price_list_items (price_list_id, product_id, min_quantity, price) values (${list.id}, ${p.id}, ${q}, ${(p.price * f).toFixed(2)})`;
  await sql`insert into order_quantities (product_id, minimum, multiple) values (${p.id}, 12, 6)`;
  const vs = await sql`select id from product_variants where product_id = ${p.id} order by sku`;
  await sql`update product_variants set policy = 'deny' where product_id = ${p.id}`;
  for (const [n, v] of vs.entries())
    if (n % 7 !== 3)
      await sql`insert into stock_movements (variant_id, quantity, reason) values (${v.id}, ${n % 5 === 0 ? 3 : 400}, 'received')`;
}
await sql.end();
const exe = findBrowser();
const browser = await chromium.launch({
  ...(exe ? { executablePath: exe } : {}),
  args: ['--no-sandbox'],
});
for (const [width, scheme] of [
  [1440, 'light'],
  [390, 'light'],
  [768, 'dark'],
] as const) {
  const ctx = await browser.newContext({
    baseURL: 'http://localhost:4821',
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await ctx.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()));
  page.on('pageerror', (m) => console.log(m.message));
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.getByRole('main').getByLabel('Email').fill('shopper@hemline.example');
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill('shopper-demo-1');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('http://localhost:4821/');
  console.log(await page.evaluate(() => localStorage.getItem('hemline-company')));
  await page.goto(`/product/${p.id}/-`, { waitUntil: 'networkidle' });
  const grid = page.locator('[data-order-grid]');
  await grid.locator('input').first().waitFor();
  await grid.locator('input:not([readonly])').nth(1).fill('8');
  await grid.scrollIntoViewIfNeeded();
  await grid.screenshot({ path: `/tmp/gr-grid-${width}.png` });
  await page.evaluate(() =>
    scrollTo(
      0,
      document.querySelector('[data-order-grid]')!.getBoundingClientRect().top + scrollY - 300,
    ),
  );
  await page.screenshot({ path: `/tmp/gr-page-${width}.png` });
  await ctx.close();
}
await browser.close();
