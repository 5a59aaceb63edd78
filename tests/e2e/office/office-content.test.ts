import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { newGoods } from '../../support/goods.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { mailsTo } from '../../support/mailbox.ts';
import { picture } from '../../support/pictures.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

const mark = () => crypto.randomUUID().slice(0, 8);

deskFirst('On a $name', ({ width }) => {
  test('a message is announced, read, answered, copied, marked, found by that and deleted', async ({
    visit,
  }) => {
    const { office, bar, main, dialog, page } = await openOffice(visit, '', { width });
    const name = `Weaver ${mark()}`;
    const email = `${crypto.randomUUID()}@example.com`;
    const garment = await demoGarment();
    const data = {
      firstname: 'Ada',
      lastname: name,
      email,
      product: garment._id,
      message: 'Is the lining wool too?',
    };
    expect((await page.request.post('/api/v1/contact/submit', { data })).status()).toBe(201);
    await office.open('/admin/dashboard');
    await page.getByRole('button', { name: /^Notifications, \d+\+? new/ }).click();
    await page.getByRole('link', { name: new RegExp(`Ada ${name} wrote to the shop`) }).click();
    await office.arriveAt('/admin/messages');
    const row = office.row(name);
    const open = row.getByRole('button', { name: 'Open', exact: true });
    await row.getByText('Unread', { exact: true }).waitFor();
    await open.click();
    await dialog.getByText('Is the lining wool too?').waitFor();
    const about = dialog.getByRole('link', { name: garment.title });
    expect(await about.getAttribute('href')).toBe(`/admin/products/${garment._id}`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    // The list shows unread ones only, and this one is read now.
    await eventually(() => row.count()).toBe(0);

    await office.openTable('/admin/messages', name);
    await row.getByText('Read', { exact: true }).first().waitFor();
    await row.getByRole('checkbox').check();
    const failed = messages.contact.failed;
    const unread = main.getByRole('button', { name: 'Mark as unread' });
    await office.pressTwice(unread, '**/contact/messages', failed, messages.contact.marked);
    await row.getByText('Unread', { exact: true }).waitFor();

    await open.click();
    const answer = dialog.getByLabel('Your answer');
    await answer.fill('Yes, all of it.');
    const copy = dialog.getByRole('button', { name: 'Copy answer' });
    await page.context().clearPermissions();
    await copy.click();
    await office.seesAndClosesToast(messages.contact.notCopied);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await office.seesAndClosesToast(messages.contact.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Yes, all of it.');
    const send = dialog.getByRole('button', { name: 'Send answer' });
    await office.pressTwice(send, '**/messages/*/answer', failed, messages.contact.answered);
    await row.getByText('Answered', { exact: true }).waitFor();
    await eventually(async () => (await mailsTo(email))[0]?.text).toContain('Yes, all of it.');
    await open.click();
    expect(await answer.inputValue()).toBe('Yes, all of it.');
    await dialog.getByRole('button', { name: 'Close' }).click();

    await office.open(`/admin/messages?q=${encodeURIComponent(name)}&state=answered`);
    await row.getByRole('checkbox').check();
    const saving = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export', exact: true }).click();
    const saved = await readFile(await (await saving).path(), 'utf8');
    expect(saved).toContain(`Ada,${name},${email}`);
    await main.getByRole('button', { name: 'Mark as not answered' }).click();
    await office.seesAndClosesToast(messages.contact.marked);
    await eventually(() => row.count()).toBe(0);

    await office.open(`/admin/messages?q=${encodeURIComponent(name)}&state=unanswered`);
    await row.getByText('Read', { exact: true }).waitFor();
    await row.getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await office.heading('Delete 1 message');
    await dialog.getByText(messages.contact.confirmDeleteMany(1), { exact: true }).waitFor();
    await office.withFailingRequests('**/contact/messages/delete', async () => {
      await office.confirm();
      await office.seesAndClosesToast(failed);
    });
    await office.confirm();
    await office.seesToast(messages.contact.removedMany(1));
    await eventually(() => row.count()).toBe(0);
    await page.getByRole('button', { name: messages.trash.undo }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    const removed = messages.contact.removed;
    const question = messages.contact.confirmDelete;
    await office.removeTwice(name, question, '**/contact/messages/*', { failed, removed });
  });

  test('an advertisement and a question are added, shown, changed and deleted', async ({
    visit,
  }) => {
    const { office, main, dialog, page } = await openOffice(visit, '/admin/ads', { width });
    const text = `Coats for rain ${mark()}`;
    const add = dialog.getByRole('button', { name: 'Add' });
    const update = dialog.getByRole('button', { name: 'Update' });
    const adFailed = messages.ads.failed;
    await main.getByRole('button', { name: 'Add New' }).click();
    await dialog.getByPlaceholder('New Text').fill(text);
    await dialog.getByLabel('Link', { exact: true }).fill('/shop');
    await dialog.getByLabel('Picture').setInputFiles(await picture('rain.png'));
    await office.pressTwice(add, '**/ads/create', adFailed, messages.ads.created);
    const ad = office.row(text);
    await ad.getByText('On the home page').waitFor();
    const shop = new Shop((await visit({ width })).page);
    const region = shop.main.getByRole('region', { name: text });
    await eventually(async () => {
      await shop.open('/');
      return region.count();
    }).toBe(1);
    expect(await region.getByRole('link').getAttribute('href')).toBe('/shop');
    expect(await region.locator('img').getAttribute('src')).toMatch(/^\/images\/\d+\/ads\//);
    await ad.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Shown on the home page').uncheck();
    await expectNoFaults(page, 'the edit of an advertisement');
    await office.pressTwice(update, '**/ads/update/*', adFailed, messages.ads.updated);
    await ad.getByText('Hidden').waitFor();
    await office.removeTwice(text, messages.ads.confirmDelete, '**/ads/delete/*', {
      failed: adFailed,
      removed: messages.ads.removed,
    });

    const question = `Does ${mark()} shrink?`;
    const failed = messages.faqs.failed;
    await office.open('/admin/faqs');
    await main.getByRole('button', { name: 'Add New' }).click();
    await dialog.getByPlaceholder('New Question').fill(question);
    await dialog.getByPlaceholder('New Answer').fill('Not if it is washed cold.');
    await office.pressTwice(add, '**/faqs/create', failed, messages.faqs.created);
    const last = main.getByRole('row').last();
    const entry = office.row(question);
    const up = entry.getByRole('button', { name: 'Move up' });
    await office.withFailingRequests('**/faqs/place/*', async () => {
      await up.click();
      await office.seesAndClosesToast(failed);
    });
    expect(await last.innerText()).toContain(question);
    await up.click();
    await eventually(() => last.innerText()).not.toContain(question);
    await main.getByRole('searchbox').fill(question);
    await main.getByText('1 found', { exact: true }).waitFor();
    expect([await entry.count(), await up.count()]).toEqual([1, 0]);
    await main.getByRole('searchbox').fill('');
    await up.waitFor();
    await entry.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Answer').fill('No.');
    await office.pressTwice(update, '**/faqs/update/*', failed, messages.faqs.updated);
    await office.removeTwice(question, messages.faqs.confirmDelete, '**/faqs/delete/*', {
      failed,
      removed: messages.faqs.removed,
    });
  });

  test('the dashboard shows income by day and month, best sellers and what needs doing; the top bar finds products, orders and customers by typing', async ({
    visit,
  }) => {
    const { products } = await newGoods();
    const [{ title }] = products;
    const { office, main, page } = await openOffice(visit, '/admin/dashboard', { width });
    await main.getByRole('img', { name: /^Income by day: \$/ }).waitFor();
    await main.getByText('As a table').click();
    await eventually(() => main.getByRole('row').filter({ hasText: '$' }).count()).toBeGreaterThan(
      29,
    );
    const months = main.getByRole('button', { name: '12 months' });
    const best = main.getByRole('region', { name: 'Best sellers' });
    await best
      .getByText(/ sold$/)
      .first()
      .waitFor();

    const search = page.getByRole('banner').getByRole('searchbox');
    const nothing = page.getByText(/^Nothing found for/);
    const finds = (q: string, text: string) =>
      search.fill(q).then(() => page.getByText(text).waitFor());
    await search.fill('Ellen Marsh');
    await page.getByRole('region', { name: 'Customers' }).getByText('ellen.marsh').waitFor();
    await page.getByRole('region', { name: 'Orders' }).getByRole('link').first().waitFor();
    await office.withFailingRequests('**/api/v1/**', () => finds('Ellen', messages.search.failed));
    const unknown = `zzqq${mark()}`;
    await finds(unknown, messages.search.empty(unknown));
    await expectNoFaults(page, 'a search of everything without a hit');
    await search.press('Escape');
    await eventually(() => nothing.count()).toBe(0);
    // The first press beside the list does its work.
    await finds(unknown, messages.search.empty(unknown));
    await months.scrollIntoViewIfNeeded();
    const box = await months.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await eventually(() => months.getAttribute('aria-pressed')).toBe('true');
    await eventually(() => nothing.count()).toBe(0);
    await main.getByRole('img', { name: /^Income by month: \$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('by')).toBe('month');
    await main.getByLabel('From', { exact: true }).fill('2026-01-01');
    await eventually(() => new URL(page.url()).searchParams.get('from')).toBe('2026-01-01');

    await search.fill(title);
    const found = page.getByRole('region', { name: 'Products', exact: true });
    await found.getByRole('link', { name: title }).first().waitFor();
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await office.arriveAt(/^\/admin\/products\/./);
    await page.goBack();
    await main.getByRole('link', { name: /products? out of stock$/ }).click();
    await office.arriveAt('/admin/products');
  });
});

test('Synonyms and vouchers are added, changed and deleted, and say how they stand', async ({
  visit,
}) => {
  const { office, main, dialog, page } = await openOffice(visit, '/admin/synonyms');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const [word, other] = [`zq${mark()}`, `qz${mark()}`];
  const failed = messages.synonyms.failed;
  await main.getByRole('button', { name: 'Add New' }).click();
  await field('Words').fill(word);
  await button('Add').click();
  await dialog.getByText('At least two different words').waitFor();
  await field('Words').fill(`jumper, ${word}`);
  await office.pressTwice(button('Add'), '**/create', failed, messages.synonyms.created);
  await office.row(word).getByRole('button', { name: 'Edit' }).click();
  await field('Words').fill(`jumper, ${word}, ${other}`);
  await button('Update').click();
  await office.seesAndClosesToast(messages.synonyms.updated);
  await office.row(other).waitFor();
  await office.removeTwice(word, messages.synonyms.confirmDelete, '**/synonyms/delete/*', {
    failed,
    removed: messages.synonyms.removed,
  });

  await office.open('/admin/vouchers');
  await main.getByRole('button', { name: 'Add New' }).click();
  const desk = { width: 1440, height: 900 };
  // Whatever the height of the window, its buttons are in sight.
  for (const window of [desk, { width: 390, height: 500 }]) {
    await page.setViewportSize(window);
    for (const name of ['Add', 'Close']) {
      await eventually(async () => {
        const box = await button(name).boundingBox();
        return box ? box.y + box.height : Infinity;
      }).toBeLessThanOrEqual(window.height);
    }
  }
  await page.setViewportSize(desk);
  await button('Generate a code').click();
  const code = await field('Code').inputValue();
  expect(code).toMatch(/^[A-Z0-9]{8}$/);
  await field('Value').fill('101');
  await button('Add').click();
  await dialog.getByText('At most 100 percent').waitFor();
  await field('Value').fill('15');
  await field('Usage limit').fill('10');
  await office.pressTwice(
    button('Add'),
    '**/vouchers/create',
    voucherMessages.failed,
    voucherMessages.created,
  );
  const row = office.row(code);
  for (const said of ['15%', '0 of 10', 'All products', 'Always', 'Valid']) {
    await row.getByText(said, { exact: true }).first().waitFor();
  }
  await row.getByRole('button', { name: 'Edit' }).click();
  await field('Discount').selectOption('An amount in US dollars');
  await field('Valid from').fill('2099-01-01T00:00');
  const categories = dialog.getByRole('group', { name: 'Categories' });
  await categories.getByRole('checkbox').first().check();
  const sent = page.waitForRequest('**/vouchers/update/*');
  await button('Update').click();
  // Only what was changed.
  expect((await sent).postDataJSON()).toEqual({
    ...{ kind: 'amount', startsAt: '2099-01-01T00:00:00.000Z', categories: [expect.any(String)] },
  });
  await office.seesAndClosesToast(voucherMessages.updated);
  for (const said of ['$15.00', 'Planned']) {
    await row.getByText(said, { exact: true }).waitFor();
  }
  await eventually(() => row.getByText('All products').count()).toBe(0);
  await office.removeTwice(code, voucherMessages.confirmDelete, '**/vouchers/delete/*', {
    failed: voucherMessages.failed,
    removed: voucherMessages.removed,
  });
});
