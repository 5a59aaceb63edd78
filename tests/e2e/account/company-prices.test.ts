import { expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { companyMember } from '../../support/company.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { picker, randomNumbers } from '../../support/random.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

/** A member of a company that pays 15 % less, and fixed prices for the first product, which comes in packs. */
async function newMember(product: string) {
  const { customer, name, packs, price } = await companyMember({ percent: 15 });
  await packs(product, 12, 6);
  await price(product, 10, 15);
  await price(product, 50, 12);
  return { ...customer, company: name };
}

phoneFirst('On a $name', ({ width }) => {
  test('members see what their company pays, and everybody else the prices of the shop', async ({
    visit,
  }) => {
    const { products, category } = await newGoods(2);
    const [cape, other] = products;
    const customer = await newMember(cape._id);
    const category_ = `/category/${category._id}`;
    const own = new Shop((await visit({ width })).page);
    const retail = new Shop((await visit({ width })).page);
    const asked: { shop: Shop; from: string }[] = [];
    for (const shop of [own, retail]) {
      shop.page.on('request', (it) => {
        const from = new URL(shop.page.url()).pathname;
        if (it.url().includes('/wholesale/')) asked.push({ shop, from });
      });
    }
    const priceOf = (shop: Shop, title = '') =>
      eventually(() =>
        shop.main.locator('article', { hasText: title }).locator('.price').innerText(),
      );

    // The page is in the cache from now on.
    await retail.open(category_);
    await priceOf(retail, cape.title).toBe('$20.00');
    await own.signIn(customer);
    await own.open(category_);
    await priceOf(own, cape.title).toMatch(
      /Your price:\s+\$17\.00\s+Price in the shop:\s+\$20\.00/,
    );
    await priceOf(own, other?.title).toContain('$17.00');
    expect(asked.filter(({ from }) => from === category_)).toHaveLength(1);
    await expectNoFaults(own.page, 'a category with company prices');

    await own.openGarment(cape.title);
    const table = own.main.getByRole('table', { name: 'Unit price by quantity' });
    await eventually(() => table.getByRole('cell').allInnerTexts()).toEqual([
      ...['$17.00', '$15.00', '$12.00'],
    ]);
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['1+', '10+', '50+']);
    await own.main.getByText('Minimum 12, packs of 6. All sizes and colors together.').waitFor();
    await own.main.getByText(`Prices for ${customer.company}`, { exact: true }).waitFor();
    await own.main.getByRole('region', { name: 'Order by size and color' }).waitFor();
    // One question for prices and grid of the page.
    expect(asked.filter(({ from }) => from.startsWith('/product/'))).toHaveLength(1);
    await own.choose();
    expect(await own.main.locator('.amount').innerText()).toContain('$17.00');
    await expectNoFaults(own.page, 'a product with company prices');

    await own.addToCart.click();
    await own.added.getByRole('button', { name: 'Continue' }).click();
    await own.open('/cart');
    await own.main.getByText(`Buying for ${customer.company}`).waitFor();
    const problem = own.main.getByText(/^Please order at least 12 pieces of Cape/);
    await problem.waitFor();
    await own.main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await waitForFocus(problem);
    await own.open('/checkout');
    await problem.waitFor();
    await own.payNow.click();
    await waitForFocus(problem);
    await own.open('/cart');
    const more = own.line(cape.title).getByRole('button', { name: 'Increase quantity' });
    for (let pieces = 2; pieces <= 12; pieces += 1) await more.click();
    await problem.waitFor({ state: 'detached' });
    await own.main.getByText('$180.00').first().waitFor();

    // In another tab that is open the prices go with the sign-out.
    const tab = new Shop(await own.page.context().newPage());
    await tab.open(category_);
    await priceOf(tab, cape.title).toContain('$17.00');
    await own.logOut();
    await priceOf(tab, cape.title).toBe('$20.00');
    await own.open(category_);
    await priceOf(own, cape.title).toBe('$20.00');
    await retail.open(category_);
    await priceOf(retail, cape.title).toBe('$20.00');
    expect(asked.filter(({ shop }) => shop === retail)).toEqual([]);
  });
});

/** Raise it for more: `CACHED_ANSWERS=10000`. */
const many = Number(process.env['CACHED_ANSWERS'] ?? 2000);

/** A member who is signed in, and what of their company nobody else may read. */
async function signedInMember(product: string, price: number) {
  const { customer, name, price: add } = await companyMember({ percent: 0 });
  await add(product, 1, price);
  const login = await fetch(`${stack().siteUrl}/api/v1/auth/user-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: customer.email, password: customer.password }),
  });
  const { UserauthToken: token } = (await login.json()) as { UserauthToken: string };
  const cookies = login.headers.getSetCookie().map((it) => it.split(';')[0]);
  return {
    // The end of the name, which the price list has too: the rest is escaped in pages.
    secrets: [price.toFixed(2), name.slice(-8)],
    headers: { authorization: `Bearer ${token}`, cookie: cookies.join('; ') },
  };
}

async function lookForPrices(cachedAnswers: number): Promise<void> {
  const { products, category, mark, change } = await newGoods(2);
  const [cape] = products;
  const { siteUrl } = stack();
  const members = [await signedInMember(cape._id, 12.34), await signedInMember(cape._id, 17.89)];
  const secrets = members.flatMap((it) => it.secrets);
  const shared = [
    ...['/', '/shop', '/shop?sort=latest', `/category/${category._id}`, '/wholesale'],
    ...[`/product/${cape._id}/-`, `/search-results?q=${mark}`],
    ...[
      ...['products/all', 'products/all?limit=5', `products/search?q=${mark}`, 'products/facets'],
      ...[`products/product-category/${category._id}`, `products/${cape._id}`, 'categories/all'],
      ...[`products/${cape._id}/related`, `reviews/products/${cape._id}/reviews`, 'banner/all'],
    ].map((it) => `/api/v1/${it}`),
  ];
  const own = [`wholesale/prices?products=${cape._id}`, 'wholesale/company', 'users/profile'];
  const random = randomNumbers(21);
  const pick = picker(random);
  const seen = { cached: 0, own: 0 };

  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(siteUrl + path, { headers });
    const text = await answer.text();
    const told = secrets.filter((it) => text.includes(it));
    return { status: answer.status, headers: answer.headers, told };
  };
  const askForOwn = async () => {
    const member = pick(members);
    const path = `/api/v1/${pick(own)}`;
    const { headers, told } = await ask(path, member.headers);
    const kept = [headers.get('cache-control'), headers.get('etag')];
    expect([path, ...kept]).toEqual([path, 'no-store', null]);
    expect(told.filter((it) => !member.secrets.includes(it))).toEqual([]);
    if (told.length > 0) seen.own += 1;
  };
  const askAll = async () => {
    while (seen.cached < cachedAnswers) {
      const path = pick(shared);
      const credentials = pick([{}, ...members.map((it) => it.headers)]);
      const { headers, ...answer } = await ask(path, {
        ...credentials,
        'accept-encoding': pick(['identity', 'gzip', 'br']),
      });
      expect([path, answer]).toEqual([path, { status: 200, told: [] }]);
      // Only what is kept has one.
      if (headers.has('etag')) seen.cached += 1;
      const chance = random();
      if (chance < 0.03) await askForOwn();
      // Every page that shows the cape is made again, mostly for a member.
      if (chance > 0.99) await change(cape, { description: `Coat ${seen.cached}` });
    }
  };
  await Promise.all(Array.from({ length: 20 }, askAll));
  expect(seen.own).toBeGreaterThan(0);
}

test('no answer from the cache has a price of a company, whoever asked; own answers are not cached', () =>
  lookForPrices(200));
test('nor has any of many', { tags: ['more'] }, () => lookForPrices(many));
