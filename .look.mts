import { chromium } from 'playwright';
import { findBrowser } from './scripts/browser.ts';
const path = await findBrowser();
const browser = await chromium.launch(typeof path === 'string' ? { executablePath: path } : (path as any) ?? {});
const base = 'http://localhost:4461';
const [width, scheme, what] = [Number(process.argv[2]), process.argv[3] as 'light' | 'dark', process.argv[4]];
const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: scheme });
const page = await context.newPage();
const shot = (name: string, fullPage = false) => page.screenshot({ path: `/tmp/goods/${name}-${width}-${scheme}.png`, fullPage });
if (what === 'shop') {
  const api = await (await fetch(base + '/api/v1/products/search?q=warden')).json();
  const p = api.products[0];
  await page.goto(`${base}/product/${p._id}/x`);
  await page.getByText('Composition').scrollIntoViewIfNeeded();
  await page.getByText('Composition').click(); await page.getByText('Delivery and returns').click();
  await page.waitForTimeout(400);
  await shot('product', true);
  await page.getByRole('button', { name: 'Size guide' }).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, -200));
  await page.getByRole('button', { name: 'Size guide' }).click();
  await page.waitForTimeout(300);
  await shot('guide');
  await page.goto(base + '/sizes'); await shot('sizes', true);
} else {
  await page.goto(base + '/admin/login');
  await page.getByLabel('Email').fill('admin@hemline.example');
  await page.getByLabel('Password', { exact: true }).fill('admin-demo-1');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard');
  const cats = (await (await fetch(base + '/api/v1/categories/all')).json()).categories;
  const shirts = cats.find((c: any) => c.name === 'Outerwear');
  await page.goto(`${base}/admin/category/${shirts._id}`);
  await page.getByRole('button', { name: 'Save size guide' }).waitFor();
  await page.waitForTimeout(500);
  await shot('category', true);
  await page.goto(`${base}/admin/products`);
  await page.getByRole('checkbox').nth(2).waitFor();
  await page.waitForTimeout(800);
  if (process.argv[5]) {
    await page.getByRole('checkbox').nth(2).check();
    await page.getByRole('button', { name: 'Make drafts' }).click();
    await page.waitForTimeout(1500);
  }
  await shot('list');
}
await browser.close();
