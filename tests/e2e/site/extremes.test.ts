// @module-tag more
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { addCategories, addProducts, addReviews } from '../../../scripts/large/catalogue.ts';
import { addOrders } from '../../../scripts/large/orders.ts';
import { addCustomers, hashPassword } from '../../../scripts/large/people.ts';
import { messages } from '#shared/messages.ts';
import { pageMessages } from '#shared/page-messages.ts';
import { stockMessages } from '#shared/stock-messages.ts';
import { addCategory, addProduct } from '../../sql/goods.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test, type OpenVisitor } from '../../support/browser.ts';
import { newCustomer, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { htmlFaults } from '../../support/html.ts';
import { openOwnShop, type OwnShop } from '../../support/own-shop.ts';
import { eventually, Shop } from '../../support/shop.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

let own: OwnShop;
beforeAll(async () => {
  own = await openOwnShop();
});
afterAll(() => own.close());

describe('In a shop that has nothing yet', () => {
  test('every list says so', async ({ visit }) => {
    const { page } = await visit({ baseURL: own.siteUrl });
    const shop = new Shop(page);
    const reads = (text: string) => shop.main.getByText(text, { exact: true }).first().waitFor();
    const category = await addCategory(own.sql, 'Linens');
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      await shop.open('/');
      await shop.heading('best clothing wears available for you');
      await reads(messages.products.empty);
      await shop.open('/shop');
      await reads(messages.products.empty);
      await shop.open(`/category/${category}`);
      await shop.heading('Linens');
      await reads(messages.products.emptyInCategory);
      await shop.open('/search-results?q=linen');
      await reads(messages.products.nothingFound);
    }
    await shop.open('/');
    await shop.main.getByRole('link', { name: 'Shop Now' }).click();
    await shop.arriveAt('/shop');

    await own.sql`delete from categories`;
    await eventually(async () => {
      await shop.open('/shop');
      return shop.page.getByText(messages.categories.empty, { exact: true }).count();
    }).toBe(1);
    await shop.main.getByRole('button', { name: 'Filter' }).click();
    await reads(messages.categories.empty);
    await shop.open('/sizes');
    await reads(messages.sizeGuides.empty);
  });

  test('every table of the back office says so', async ({ visit }) => {
    const office = new BackOffice((await visit({ baseURL: own.siteUrl })).page);
    await own.sql`delete from auth.users where email <> 'admin@hemline.example'`;
    await own.sql`truncate advertisements, faqs, contact_messages, pages, page_versions`;
    await office.returnAs();
    const tables = [
      ['/admin/dashboard', messages.products.emptyInAdmin],
      ['/admin/categories', messages.categories.emptyInAdmin],
      ['/admin/products', messages.products.emptyInAdmin],
      ['/admin/orders', messages.orders.empty],
      ['/admin/customers', messages.users.empty],
      ['/admin/banner', messages.banners.empty],
      ['/admin/ads', messages.ads.empty],
      ['/admin/faqs', messages.faqs.empty],
      ['/admin/pages', pageMessages.empty],
      ['/admin/messages', messages.contact.empty],
      ['/admin/stock', stockMessages.noneLow],
    ] as const;
    for (const [path, text] of tables) {
      await office.open(path);
      for (const size of [desk, phone]) {
        await office.page.setViewportSize(size);
        await office.main.getByText(text, { exact: true }).first().waitFor();
        if (/dashboard|products|faqs/.test(path))
          await expectNoFaults(office.page, `empty ${path}`);
      }
    }
    await office.open('/admin/ads');
    await office.main.getByRole('button', { name: 'Recently deleted' }).click();
    await office.dialog.getByText(messages.trash.empty, { exact: true }).waitFor();
  });
});

test('However much there is, no screen of the back office asks for more than one page of it', async ({
  visit,
}) => {
  const many = 120;
  const sizes = { products: many, customers: many };
  await addCategories(own.sql);
  await addProducts(own.sql, 0, many);
  await addCustomers(own.sql, 0, many, await hashPassword(own.sql));
  await addReviews(own.sql, 0, many, many);
  await own.sql.begin((tx) => addOrders(tx, 0, many, sizes));
  await own.sql`insert into banners (header) select 'Banner ' || i from generate_series(1, 30) i`;
  await own.sql`insert into advertisements (headline)
    select 'Advertisement ' || i from generate_series(1, 30) i`;
  await own.sql`insert into faqs (question, answer, position)
    select 'Question ' || i || '?', 'Yes.', i from generate_series(1, 30) i`;
  const [one] = await own.sql<{ product: string; category: string; customer: string }[]>`
    select p.id as product, p.category_id as category, o.user_id as customer
    from products p, orders o limit 1`;
  const { page } = await visit({ baseURL: own.siteUrl });
  const office = new BackOffice(page);
  const longest = new Map<string, number>();
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/v1/') || !response.ok()) return;
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(body)) {
      const before = longest.get(`${pathname} ${name}`) ?? 0;
      if (Array.isArray(value)) longest.set(`${pathname} ${name}`, Math.max(before, value.length));
    }
  });
  await office.returnAs();
  const { main } = office;
  for (const path of [
    ...['/admin/dashboard', '/admin/products', '/admin/orders', '/admin/customers'],
    ...['/admin/products?page=5&sort=title-desc', '/admin/orders?q=linen', '/admin/settings/audit'],
    ...[`/admin/category/${one?.category}`, `/admin/${one?.customer}/orders`],
    ...['/admin/banner?page=2', '/admin/ads?sort=text-asc', '/admin/faqs'],
  ]) {
    await office.open(path);
    await main
      .getByText(/^[\d,]+ (found|in all)$/)
      .first()
      .waitFor();
  }
  const edge = office.row('Question 25?');
  const place = edge.getByRole('cell').first();
  await edge.getByRole('button', { name: 'Move down' }).click();
  await eventually(() => place.innerText()).toContain('26');
  expect(new URL(page.url()).search).toBe('?page=2');
  await edge.getByRole('button', { name: 'Move up' }).click();
  await eventually(() => place.innerText()).toContain('25');
  expect(new URL(page.url()).search).toBe('');
  await office.open(`/admin/products/${one?.product}`);
  await office.header.getByRole('searchbox').fill('linen');
  await page
    .getByRole('region', { name: 'Products', exact: true })
    .getByRole('link')
    .first()
    .waitFor();
  await page.getByRole('region', { name: 'Orders' }).getByRole('link').first().waitFor();
  const rows = Object.fromEntries(longest);
  expect(rows['/api/v1/products/admin/list products']).toBe(25);
  expect(rows['/api/v1/orders/admin/list orders']).toBe(25);
  expect(rows['/api/v1/users/admin/list users']).toBe(25);
  expect(rows['/api/v1/audit/all entries']).toBe(25);
  expect(rows['/api/v1/banner/admin/list banners']).toBe(5);
  expect(rows['/api/v1/ads/admin/list ads']).toBe(25);
  expect(rows['/api/v1/faqs/admin/list faqs']).toBe(25);
  // A day each for the chart of the last month; all else is a page at most.
  delete rows['/api/v1/dashboard/sales income'];
  expect(Object.entries(rows).filter(([, count]) => count > 25)).toEqual([]);
  await own.sql`truncate banners, advertisements, faqs`;
});

/** What a customer has open when the shop goes away. */
async function openTabs(visit: OpenVisitor, size: typeof phone, product: string) {
  const customer = await registeredCustomer(own.sql);
  const visitor = await visit({ ...size, baseURL: own.siteUrl });
  for (const status of [500, 502, 503]) visitor.expectAnswer(status, /./);
  const { page } = visitor;
  const context = page.context();
  const shop = new Shop(page);
  await shop.returnAs(customer);
  const tab = async (path: string): Promise<Shop> => {
    const one = new Shop(await context.newPage());
    await one.open(path);
    return one;
  };
  await eventually(async () => {
    await shop.open(`/product/${product}/-`);
    return shop.addToCart.count();
  }).toBe(1);
  await shop.addToCart.click();
  await shop.seesAndClosesToast(messages.cart.added);
  const list = await tab('/shop');
  const checkout = await tab('/checkout');
  await checkout.main.getByText(customer.email).waitFor();
  const contact = await tab('/contact');
  const register = await tab('/register');
  const login = await tab('/login');
  return { page, customer, shop, list, checkout, contact, register, login };
}

async function meetLoss({
  page,
  customer,
  shop,
  list,
  checkout,
  contact,
  register,
  login,
}: Awaited<ReturnType<typeof openTabs>>): Promise<void> {
  // The lists and forms that were open.
  await list.main
    .getByRole('button', { name: /^add to cart/i })
    .first()
    .press('Enter');
  await list.seesAndClosesToast(messages.cart.addFailed);
  await checkout.payNow.click();
  await checkout.main
    .getByRole('alert')
    .getByText(/not responding right now/)
    .waitFor();
  expect(await checkout.payNow.isEnabled()).toBe(true);
  const form = contact.main.locator('form');
  await form.scrollIntoViewIfNeeded();
  await contact.islandsHydrated();
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Weaver'],
    ['Email', 'ada@example.com'],
    ['Message', 'Are you there?'],
  ] as const) {
    await form.getByLabel(label).fill(text);
  }
  await form.getByRole('button', { name: 'Send message' }).click();
  await contact.seesToast('not responding right now');
  expect(await form.getByLabel('Message').inputValue()).toBe('Are you there?');
  const person = newCustomer();
  await register.fillRegistration({ ...person, confirmation: person.password });
  await register.seesAndClosesToast(messages.auth.registrationFailed);
  await register.main.getByText(/not responding right now/).waitFor();
  expect(await register.main.getByLabel('Email').inputValue()).toBe(person.email);
  await login.enterCredentials(customer);
  await login.seesAndClosesToast(messages.auth.userLoginFailed);
  await login.main.getByText(/not responding right now/).waitFor();

  // Screens that are opened only now, in a tab that is signed in.
  for (const path of [
    '/user/account',
    '/user/manage-account',
    '/user/all-orders',
    '/user/pending-orders',
  ]) {
    await shop.open(path);
    await shop.main
      .getByText(/not responding right now/)
      .first()
      .waitFor();
    await shop.main.getByRole('button', { name: 'Try again' }).waitFor();
  }
  await shop.open('/checkout/complete?reference=some-payment');
  await shop.heading('We could not check your payment yet');
  await shop.main.getByRole('button', { name: 'Check again' }).waitFor();
  await expectNoFaults(page, 'a payment that nobody can be asked about');
}

describe('When the shop stops answering', () => {
  test('every screen says so, keeps what was typed, and offers another try', async ({ visit }) => {
    const category = await addCategory(own.sql, 'Linens');
    const product = await addProduct(own.sql, { title: 'Linen apron', category });
    const unseen = await addProduct(own.sql, { title: 'Wool apron' });
    const visits = [await openTabs(visit, desk, product), await openTabs(visit, phone, product)];

    await own.stopStack();

    for (const tabs of visits) await meetLoss(tabs);

    // A page that nobody has opened before cannot be made now.
    for (const { page, shop } of visits) {
      const answer = await page.goto(`/product/${unseen}/-`);
      expect(answer?.status()).toBeGreaterThanOrEqual(500);
      await shop.heading('A thread has snapped on our side');
      expect(await htmlFaults('the error page', (await answer?.text()) ?? '')).toEqual([]);
      expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
      await expectNoFaults(page, 'the error page');
    }
  });
});
