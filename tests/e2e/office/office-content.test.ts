import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { allGarments } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { picture } from '../../support/pictures.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

const mark = () => crypto.randomUUID().slice(0, 8);

/** Says something to the shop as a visitor would. */
async function writeToShop(lastname: string): Promise<void> {
  const response = await fetch(`${stack().siteUrl}/api/v1/contact/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstname: 'Ada',
      lastname,
      email: 'ada@example.com',
      message: 'Is the lining wool too?',
    }),
  });
  if (!response.ok) throw new Error(`contact: ${response.status}`);
}

deskFirst('On a $name', ({ width }) => {
  test('a message is announced, read, marked and deleted', async ({ visit }) => {
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    const name = `Weaver ${mark()}`;
    await writeToShop(name);
    await office.returnAs();
    await office.open('/admin/dashboard');
    await page.getByRole('button', { name: /^Notifications, \d+\+? new/ }).click();
    await page.getByRole('link', { name: new RegExp(`Ada ${name} wrote to the shop`) }).click();
    await office.arriveAt('/admin/messages');
    await office.row(name).getByText('Unread', { exact: true }).waitFor();

    await office.row(name).getByRole('button', { name: 'Open', exact: true }).click();
    await office.dialog.getByText('Is the lining wool too?').waitFor();
    await office.dialog.getByRole('button', { name: 'Close' }).click();
    // The list shows unread ones only, and this one is read now.
    await eventually(() => office.row(name).count()).toBe(0);

    await office.openTable('/admin/messages', name);
    await office.row(name).getByText('Read', { exact: true }).first().waitFor();
    await office.row(name).getByRole('checkbox').check();
    const unread = office.main.getByRole('button', { name: 'Mark as unread' });
    await office.withFailingRequests('**/contact/messages', async () => {
      await unread.click();
      await office.seesAndClosesToast(messages.contact.failed);
    });
    await unread.click();
    await office.seesAndClosesToast(messages.contact.marked);
    await office.row(name).getByText('Unread', { exact: true }).waitFor();
    await office.removeWithRetries(
      name,
      messages.contact.confirmDelete,
      '**/contact/messages/*',
      messages.contact.failed,
    );
    await office.seesToast(messages.contact.removed);
    await eventually(() => office.row(name).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.row(name).getByText('Unread', { exact: true }).waitFor();
    await office.row(name).getByRole('checkbox').check();
    const bar = office.main.getByRole('region', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await office.heading('Delete 1 message');
    await office.dialog.getByText(messages.contact.confirmDeleteMany(1), { exact: true }).waitFor();
    await office.withFailingRequests('**/contact/messages/delete', async () => {
      await office.confirm();
      await office.seesAndClosesToast(messages.contact.failed);
    });
    await office.confirm();
    await office.seesAndClosesToast(messages.contact.removedMany(1));
    await eventually(() => office.row(name).count()).toBe(0);
  });

  test('an advertisement and a question are in the shop at once', async ({ visit }) => {
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    const shop = new Shop((await visit({ width })).page);
    await office.returnAs();
    const text = `Coats for rain ${mark()}`;
    await office.open('/admin/ads');
    await office.main.getByRole('button', { name: 'Add New' }).click();
    await office.dialog.getByPlaceholder('New Text').fill(text);
    await office.dialog.getByLabel('Link', { exact: true }).fill('/shop');
    await office.dialog.getByLabel('Picture').setInputFiles(await picture('rain.png'));
    const add = office.dialog.getByRole('button', { name: 'Add' });
    await office.withFailingRequests('**/ads/create', async () => {
      await add.click();
      await office.seesAndClosesToast(messages.ads.failed);
    });
    await add.click();
    await office.seesAndClosesToast(messages.ads.created);
    await expectNoFaults(page, 'an advertisement that was added');
    await office.row(text).getByText('On the home page').waitFor();
    await eventually(async () => {
      await shop.open('/');
      return shop.main.getByRole('region', { name: text }).count();
    }).toBe(1);
    const region = shop.main.getByRole('region', { name: text });
    expect(await region.getByRole('link').getAttribute('href')).toBe('/shop');
    expect(await region.locator('img').getAttribute('src')).toMatch(/^\/images\/\d+\/ads\//);
    await office.row(text).getByRole('button', { name: 'Edit' }).click();
    await office.dialog.getByLabel('Shown on the home page').uncheck();
    await expectNoFaults(page, 'the edit of an advertisement');
    const update = office.dialog.getByRole('button', { name: 'Update' });
    await office.withFailingRequests('**/ads/update/*', async () => {
      await update.click();
      await office.seesAndClosesToast(messages.ads.failed);
    });
    await update.click();
    await office.seesAndClosesToast(messages.ads.updated);
    await office.row(text).getByText('Hidden').waitFor();
    await office.removeWithRetries(
      text,
      messages.ads.confirmDelete,
      '**/ads/delete/*',
      messages.ads.failed,
    );
    await office.seesToast(messages.ads.removed);
    await page.getByRole('button', { name: 'Undo' }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.row(text).getByRole('img').waitFor();
    await office.remove(text, messages.ads.confirmDelete);
    await office.seesAndClosesToast(messages.ads.removed);
    await eventually(async () => {
      await shop.page.reload();
      return shop.main.getByText(text).count();
    }).toBe(0);
    const question = `Does ${mark()} shrink?`;
    await office.open('/admin/faqs');
    await office.main.getByRole('button', { name: 'Add New' }).click();
    await office.dialog.getByPlaceholder('New Question').fill(question);
    await office.dialog.getByPlaceholder('New Answer').fill('Not if it is washed cold.');
    await office.withFailingRequests('**/faqs/create', async () => {
      await add.click();
      await office.seesAndClosesToast(messages.faqs.failed);
    });
    await add.click();
    await office.seesAndClosesToast(messages.faqs.created);
    const last = office.main.getByRole('row').last();
    const entry = office.row(question);
    const up = entry.getByRole('button', { name: 'Move up' });
    await office.withFailingRequests('**/faqs/place/*', async () => {
      await up.click();
      await office.seesAndClosesToast(messages.faqs.failed);
    });
    expect(await last.innerText()).toContain(question);
    await up.click();
    await eventually(() => last.innerText()).not.toContain(question);
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoFaults(page, 'the table of questions');
    await office.main.getByRole('searchbox').fill(question);
    await office.main.getByText('1 found', { exact: true }).waitFor();
    expect([await entry.count(), await up.count()]).toEqual([1, 0]);
    await office.main.getByRole('searchbox').fill('');
    await up.waitFor();
    await eventually(async () => {
      await shop.open('/faqs');
      return shop.main.getByText(question).count();
    }).toBe(1);
    await shop.main.getByText(question).click();
    await shop.main.getByText('Not if it is washed cold.').waitFor();

    await entry.getByRole('button', { name: 'Edit' }).click();
    await office.dialog.getByPlaceholder('Edit Answer').fill('No.');
    await office.withFailingRequests('**/faqs/update/*', async () => {
      await update.click();
      await office.seesAndClosesToast(messages.faqs.failed);
    });
    await update.click();
    await office.seesAndClosesToast(messages.faqs.updated);
    await entry.getByRole('button', { name: 'Delete' }).click();
    await office.dialog.getByText(messages.faqs.confirmDelete, { exact: true }).waitFor();
    await expectNoFaults(page, 'the question before a question is deleted');
    await office.dialog.getByRole('button', { name: 'No' }).click();
    await entry.getByRole('button', { name: 'Delete' }).click();
    await office.withFailingRequests('**/faqs/delete/*', async () => {
      await office.confirm();
      await office.seesAndClosesToast(messages.faqs.failed);
    });
    await office.confirm();
    await office.seesToast(messages.faqs.removed);
    await eventually(() => entry.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await entry.getByRole('button', { name: 'Delete' }).click();
    await office.dialog.getByRole('button', { name: 'Yes' }).click();
    await eventually(() => entry.count()).toBe(0);
  });

  test('the dashboard shows income by day and month, best sellers and what needs doing', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    await office.returnAs();
    await office.open('/admin/dashboard');
    await office.main.getByRole('img', { name: /^Income by day: \$/ }).waitFor();
    await office.main.getByText('As a table').click();
    await eventually(() =>
      office.main.getByRole('row').filter({ hasText: '$' }).count(),
    ).toBeGreaterThan(29);
    await office.main.getByRole('button', { name: '12 months' }).click();
    await office.main.getByRole('img', { name: /^Income by month: \$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('by')).toBe('month');
    await office.main.getByLabel('From', { exact: true }).fill('2026-01-01');
    await eventually(() => new URL(page.url()).searchParams.get('from')).toBe('2026-01-01');
    await office.main
      .getByRole('region', { name: 'Best sellers' })
      .getByText(/ sold$/)
      .first()
      .waitFor();
    await office.main.getByRole('link', { name: /products? out of stock$/ }).click();
    await office.arriveAt('/admin/products');
  });

  test('the top bar finds products, orders and customers by typing', async ({ visit }) => {
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    const [garment] = await allGarments();
    await office.returnAs();
    await office.open('/admin/dashboard');
    const search = page.getByRole('banner').getByRole('searchbox');
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
    await eventually(() => page.getByText(/^Nothing found for/).count()).toBe(0);
    // The first press beside the list does its work.
    await finds(unknown, messages.search.empty(unknown));
    const months = office.main.getByRole('button', { name: '12 months' });
    await months.scrollIntoViewIfNeeded();
    const box = await months.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await eventually(() => months.getAttribute('aria-pressed')).toBe('true');
    await eventually(() => page.getByText(/^Nothing found for/).count()).toBe(0);
    await search.fill(garment?.title ?? '');
    const products = page.getByRole('region', { name: 'Products', exact: true });
    await products
      .getByRole('link', { name: garment?.title ?? '' })
      .first()
      .waitFor();
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await office.arriveAt(/^\/admin\/products\/./);
  });
});

test('the audit trail under Settings shows who changed what, before and after', async ({
  visit,
}) => {
  const office = new BackOffice((await visit()).page);
  const name = `Scarves ${mark()}`;
  await office.returnAs();
  await office.open('/admin/categories');
  await office.main.getByRole('button', { name: 'Add New' }).click();
  await office.dialog.getByPlaceholder('New Category').fill(name);
  await office.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await office.seesToast(messages.categories.created);
  await office.row(name).getByRole('button', { name: 'Edit' }).click();
  await office.dialog.getByPlaceholder('Edit Name').fill(`${name}, long`);
  await office.dialog.getByRole('button', { name: 'Update' }).click();
  await office.seesToast(messages.categories.updated);
  await office.remove(`${name}, long`, messages.categories.confirmDelete);
  await eventually(() => office.row(name).count()).toBe(0);

  await office.open('/admin/settings');
  await office.main.getByRole('link', { name: 'Open the audit trail' }).click();
  await office.arriveAt('/admin/settings/audit');
  await office.main.getByRole('searchbox').fill(name);
  await eventually(() => office.row(name).count()).toBe(3);
  await office.main.getByRole('combobox', { name: 'Change' }).selectOption({ label: 'Changed' });
  await eventually(() => office.row(name).count()).toBe(1);
  const words = await office.row(name).innerText();
  for (const word of ['Category', 'Changed', 'Name', `${name}, long`, 'Administrator']) {
    expect(words).toContain(word);
  }
  await office.page.setViewportSize({ width: 390, height: 844 });
  await office.row(name).getByText(`${name}, long`).first().waitFor();
  await office.main.getByRole('searchbox').fill('zzzzqq');
  await office.main.getByText(messages.products.nothingFound).waitFor();
});
