import { chromium } from 'playwright';
import postgres from 'postgres';
import { findBrowser } from './scripts/browser.ts';
const base = process.env.BASE ?? 'http://localhost:4510';
const sql = postgres(process.env.DB ?? '', { max: 1, onnotice: () => {} });
const out = '/work/tmp/shots';
const browser = await chromium.launch({ executablePath: findBrowser() || undefined, args: ['--no-sandbox'] });
const signIn = async (context: any, path: string, email: string, password: string) => {
  const page = await context.newPage();
  await page.goto(base + path);
  await page.getByLabel(/^email/i).first().fill(email);
  await page.getByLabel(/^password/i).first().fill(password);
  await page.getByRole('button', { name: /log ?in|sign in/i }).first().click();
  await page.waitForURL((u: URL) => !u.pathname.includes('login'));
  return page;
};
const ways = async (...names: string[]) => {
  await sql`update payment_methods set is_on = false`;
  let place = 0;
  for (const n of names) await sql`insert into payment_methods (provider, position, is_on) values (${n}, ${++place}, true) on conflict (provider) do update set is_on = true, position = ${place}`;
};
await sql`update shop_settings set value = to_jsonb('Hemline Ltd.
IBAN DE75 5121 0800 1245 1261 99
Harbour Savings Bank'::text) where name = 'bank_account'`;
const widths = (process.env.WIDTHS ?? '390,768,1440').split(',').map(Number);
const seed = await (await browser.newContext()).storageState();
const shopper = await browser.newContext({ viewport: { width: 390, height: 844 } });
const first = await signIn(shopper, '/login', 'shopper@hemline.example', 'shopper-demo-1');
const shopperState = await shopper.storageState();
const adminContext = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await signIn(adminContext, '/admin/login', 'admin@hemline.example', 'admin-demo-1');
const adminState = await adminContext.storageState();
await first.goto(base + '/shop');
const link = await first.locator('main a[href*="/shop/"], main a[href*="/product"]').first().getAttribute('href');
await first.goto(base + link);
await first.waitForTimeout(1500);
for (const group of ['Size', 'Color']) {
  const radio = first.getByRole('group', { name: group }).getByRole('radio').first();
  if (await radio.count()) await radio.check({ force: true }).catch(() => {});
}
await first.getByRole('button', { name: 'Add to Cart' }).first().click();
await first.waitForTimeout(2000);
const shot = async (state: any, path: string, name: string, before?: (page: any) => Promise<void>, only = widths) => {
  for (const width of only) {
    const context = await browser.newContext({ storageState: state, viewport: { width, height: width < 500 ? 844 : 900 } });
    const page = await context.newPage();
    try {
      await page.goto(base + path, { waitUntil: 'networkidle' });
      if (before) await before(page);
      await page.waitForTimeout(800);
      await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage: true });
    } catch (error) { console.log(name, width, String(error).slice(0, 200)); await page.screenshot({ path: `${out}/${name}-${width}.png` }); }
    await context.close();
  }
};
const steps: Record<string, () => Promise<void>> = {
  async checkout() {
    await ways('paystack'); await shot(shopperState, '/checkout', 'checkout1');
    await ways('stripe', 'transfer'); await shot(shopperState, '/checkout', 'checkout2');
    await ways('stripe', 'paystack', 'transfer', 'cash'); await shot(shopperState, '/checkout', 'checkout4');
  },
  async settings() {
    await ways('paystack', 'transfer');
    await shot(adminState, '/admin/settings/payments', 'settings');
  },
  async complete() {
    await ways('transfer', 'cash');
    await sql`update orders set currency='EUR' where false`;
    let place = '';
    await shot(shopperState, '/checkout', 'transfer-done', async (page) => {
      await page.getByRole('checkbox', { name: /terms/ }).check();
      await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
      await page.waitForURL(/complete/);
      await page.waitForTimeout(1500);
      place = page.url().slice(base.length);
    }, [390]);
    const ref = new URL(base + place).searchParams.get('reference') ?? '';
    const [o] = await sql`update orders set currency='EUR' where id = (select order_id from payment_attempts where reference = ${ref}) returning id, number`;
    await sql`update payment_attempts set currency='EUR' where reference = ${ref}`;
    await shot(shopperState, place, 'transfer-done');
    await shot(shopperState, `/user/all-orders/${o?.id}`, 'transfer-order');
    await shot(shopperState, '/user/pending-orders', 'transfer-pending');
    await shot(adminState, `/admin/orders/${o?.id}`, 'office-transfer');
    await shot(adminState, '/admin/orders', 'office-orders');
    await shot(adminState, '/admin/orders/transfers', 'match', async (page) => {
      const csv = `Datum;Name;Betrag;Verwendungszweck\n2026-11-28;Ida Kern;15,00;${o?.number}\n2026-11-28;Paul;900,00;${o?.number}\n2026-11-28;Post;-4,10;Porto\n2026-11-28;Somebody;12,00;Hello\n`;
      await page.getByLabel('CSV file').setInputFiles({ name: 's.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await page.waitForTimeout(1500);
    });
  },
  async disputes() {
    const [order] = await sql`select o.id, a.reference from orders o join payment_attempts a on a.order_id = o.id where o.status = 'Paid' and a.status = 'paid' and a.provider = 'paystack' and not exists (select from payment_disputes d where d.order_id = o.id) order by o.created_at desc limit 1`;
    await sql`insert into payment_disputes (provider, provider_id, reference, order_id, reason, amount_minor, currency, respond_by) values ('paystack', ${'d' + Date.now()}, ${order?.reference}, ${order?.id}, 'chargeback', 2000, 'USD', '2027-01-03')`;
    await shot(adminState, `/admin/orders/${order?.id}`, 'dispute');
    await shot(adminState, '/admin/dashboard', 'dashboard');
    await shot(adminState, '/admin/orders?disputed=open', 'disputed-list');
  },
};
for (const step of (process.env.STEPS ?? 'checkout,settings,complete,disputes').split(',')) { console.log(step); await steps[step]?.(); }
await browser.close();
await sql.end();
