import { expect, onTestFinished, test } from 'vitest';
import { stack } from '../../support/stack.ts';
import { cspHash } from '../../../src/server/csp-hash.ts';
import { shopReply } from '#shared/schemas/shop.ts';
import { orderLink } from '../../../supabase/functions/_shared/mail/order-link.ts';
import { adminToken, good, newProduct, placeOrder, runTask, sql } from '../../api/client.ts';
import { mailedText } from '../../support/mailbox.ts';

const { siteUrl, siteSecret } = stack();

/** What a page says, without its markup. */
async function textOf(path: string): Promise<string> {
  const page = await (await fetch(siteUrl + path)).text();
  return page
    .replaceAll(/<(script|style)(?![^>]*ld\+json)[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

async function pages() {
  const { products } = await good('GET', '/products/all?limit=1&page=1');
  const product = `/product/${products[0]?._id}/-`;
  const all = ['/', product, '/delivery', '/returns', '/terms', '/faqs'];
  return { product, all, read: () => Promise.all(all.map(textOf)) };
}

test('every page says what the settings say of shipping and returns, after a change as well', async () => {
  const token = await adminToken();
  const { product, all, read } = await pages();
  const before = Object.fromEntries((await read()).map((text, i) => [all[i], text]));
  expect(before['/']).toContain('Free shipping On orders over $200');
  expect(before['/faqs']).toContain('Smaller orders currently ship free as well.');
  expect(before[product]).toContain('within 30 days');
  expect(before[product]).not.toContain(', arrives ');

  const { settings } = await good('GET', '/stock/settings', { token });
  const save = (json: object) => good('PUT', '/stock/settings', { token, json });
  const zone = await good('POST', '/shipping/zones', { token, json: { name: 'Everywhere' } });
  onTestFinished(async () => {
    await good('DELETE', `/shipping/zones/${zone._id}`, { token });
    await save(settings);
  });
  const path = `/shipping/zones/${zone._id}/methods`;
  const method = { name: 'Standard', price: 6.5, freeFrom: 150, daysFrom: 3, daysTo: 5 };
  const { _id } = await good('POST', path, { token, json: method });
  const terms = { returnDays: 14, returnAddress: '1 Back Street', returnSendDays: 9 };
  await save({
    ...terms,
    returnPayer: 'shop',
    returnLabel: 'Use the label in your parcel.',
    exchangeAtOnce: true,
  });

  const old =
    /\$200|currently ship free|two to four|30-day|within 30 days|You pay for sending|within 14 days of/;
  const stale = async () => (await read()).flatMap((text, i) => (old.test(text) ? [all[i]] : []));
  await expect.poll(stale, { timeout: 10_000 }).toEqual([]);
  const says = Object.fromEntries((await read()).map((text, i) => [all[i], text]));
  expect(says['/']).toMatch(/Free shipping On orders of \$150 or more.*14-day money returns/);
  const shipping = 'Standard $6.50, free on orders of $150 or more, 3 to 5 days.';
  for (const it of [product, '/delivery', '/terms', '/faqs']) expect(says[it]).toContain(shipping);
  for (const it of [product, '/returns', '/terms', '/faqs']) {
    expect(says[it]).toContain('You can return anything within 14 days');
  }
  expect(says[product]).toMatch(/Order by \w{3}, \w{3} \d+, arrives \w{3}.* \(Standard\)/);
  const sending =
    'Send your return within 9 days of our approval. We pay for sending it. Use the label in your parcel.';
  for (const it of ['/returns', '/terms', '/faqs']) expect(says[it]).toContain(sending);
  expect(says['/returns']).toContain('1 Back Street');
  expect(says['/returns']).toContain('send it when we have approved your request');
  const cart = await (await fetch(`${siteUrl}/cart`)).text();
  expect(cart).toContain('14-day money returns');

  await sql`update shipping_methods set price = 7.25 where id = ${_id}`;
  await expect.poll(() => textOf(product), { timeout: 10_000 }).toContain('Standard $7.25');

  // The change feed says that a new day has begun; nothing else tells of this write.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update shipping_methods set days_from = 8, days_to = 8 where id = ${_id}`;
    await tx`insert into catalogue_changes (tag) values ('days')`;
  });
  await expect.poll(() => textOf(product), { timeout: 10_000 }).toContain(', 8 days.');
});

test('every page says who the shop is, after a change as well', async () => {
  const token = await adminToken();
  const { country: _, ...before } = shopReply.parse(await good('GET', '/shop/details'));
  const save = (json: object) => good('PUT', '/shop/details', { token, json });
  onTestFinished(async () => void (await save(before)));
  const { all } = await pages();
  const htmlOf = async (path: string) => (await fetch(siteUrl + path)).text();
  const paths = [
    ...all,
    '/about',
    '/contact',
    '/cookies',
    // Without a frame around it, whose menus are settings, too.
    '/feeds/new.xml',
    '/login',
    '/shop',
    '/sizes',
    '/wholesale',
  ];
  // Cached from here on.
  for (const path of paths) expect(await htmlOf(path), path).toContain('Hemline');

  await save({
    ...{ name: 'Nähwerk & Töchter', legalName: 'Nähwerk GmbH', address: 'Am Ufer 3\n10115 Berlin' },
    ...{
      email: 'post@naehwerk.example',
      phone: '+49 (30) 1234-56',
      hours: 'Tuesdays, 9am to noon',
    },
    ...{
      description: 'Coats from Berlin.',
      copyrightYear: 2026,
      accent: '#7a1f4b',
      typefaces: 'archivo',
    },
    socialLinks: 'https://www.youtube.com/@naehwerk\nhttps://naehwerk.social/@post',
  });
  // Its own setting says where returns go; in lower case it is the name of the software.
  const stale = async () => {
    const found = await Promise.all(paths.map(htmlOf));
    return paths.filter((_, i) => /hemline(?![:_-]| Returns)/i.test(found[i] ?? 'hemline'));
  };
  await expect.poll(stale, { timeout: 10_000 }).toEqual([]);
  const home = await htmlOf('/');
  for (const it of [
    ...['<title>Nähwerk &amp; Töchter</title>', 'content="Coats from Berlin."'],
    ...['href="mailto:post@naehwerk.example"', 'href="tel:+49301234', 'aria-label="YouTube"'],
    ...['aria-label="naehwerk.social"', '"legalName":"Nähwerk GmbH"', '© 2026 Nähwerk'],
    ...[
      '--shop-accent:#7a1f4b',
      '"streetAddress":"Am Ufer 3, 10115 Berlin"',
      '"telephone":"+49301234',
    ],
  ]) {
    expect(home).toContain(it);
  }
  const icon = /rel="icon" href="([^"]+)"/.exec(home)?.[1] ?? '';
  expect(await htmlOf(icon)).toMatch(/fill="#7a1f4b".*>N<\/text>/);
  expect(JSON.parse(await htmlOf('/manifest.webmanifest'))).toMatchObject({
    ...{ name: 'Nähwerk & Töchter', description: 'Coats from Berlin.', icons: [{ src: icon }] },
  });
  const sheet = /<style id="typefaces">([^<]*)/.exec(home)?.[1] ?? '';
  expect(sheet).toMatch(/--font-display: ?["']Archivo Black/);
  const policy = (await fetch(siteUrl)).headers.get('content-security-policy');
  expect(policy).toContain(cspHash(sheet));
  const fonts = [...home.matchAll(/rel="preload" href="([^"]+)" as="font"/g)];
  expect(fonts).toHaveLength(2);
  for (const [, file = ''] of fonts) {
    const { headers } = await fetch(siteUrl + file);
    expect([headers.get('content-type'), file]).toEqual([
      'font/woff2',
      expect.stringContaining('archivo'),
    ]);
  }
  const contact = await textOf('/contact');
  for (const it of ['Tuesdays, 9am to noon', 'Nähwerk &amp; Töchter, Am Ufer 3, 10115 Berlin']) {
    expect(contact).toContain(it);
  }
  expect(await textOf('/returns')).toContain('Our team replies Tuesdays, 9am to noon.');

  await save({ ...{ email: '', phone: '', hours: '', address: '' }, socialLinks: '' });
  await expect
    .poll(() => textOf('/contact'), { timeout: 10_000 })
    .not.toContain('Where to find us');
  expect(await htmlOf('/contact')).not.toMatch(/mailto:|tel:|naehwerk/);
});

test('an unpaid order says until when it can be paid, on its page and in its mail, as the setting says', async () => {
  const token = await adminToken();
  const { settings } = await good('GET', '/stock/settings', { token });
  const save = (json: object) => good('PUT', '/stock/settings', { token, json });
  onTestFinished(async () => void (await save(settings)));
  const product = await newProduct(token);
  await sql`update product_variants set policy = 'backorder' where product_id = ${product._id}`;
  for (const holdMinutes of [45, 90]) {
    await save({ holdMinutes });
    const { order, email } = await placeOrder(product);
    const until = order.heldUntil ?? '';
    expect(Date.parse(until) - Date.parse(order.createdAt)).toBe(holdMinutes * 60_000);
    const time = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
    const held = new RegExp(
      `We hold your pieces until [^.]* at ${new Date(until).toLocaleTimeString('en-US', time)}`,
    );
    const linked = { id: order._id, created_at: order.createdAt };
    const link = await orderLink(linked, { siteUrl, siteSecret });
    expect(await textOf(new URL(link).pathname)).toMatch(held);
    await sql`update mail_outbox set next_try_at = now() where recipient = ${email}`;
    await runTask();
    expect(
      (await mailedText(email, `Your order ${order.number} `)).replaceAll(/\s+/g, ' '),
    ).toMatch(held);
  }
});
