import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { demoAdministrator } from '../../support/customers.ts';
import { expiringToken } from '../../support/expiring-token.ts';
import { newGoods } from '../../support/goods.ts';
import { picture } from '../../support/pictures.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

/** The session is over, and the next thing that this page asks for is refused. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  const token = await page.evaluate(() => sessionStorage.getItem('adminToken') ?? '');
  const old = await expiringToken(token, -7200);
  await page.evaluate((it) => sessionStorage.setItem('adminToken', it), old);
}

/** Whatever is refused first asks to sign in: the bell may be quicker than the finger, and the dialog lies over the button then. */
const submitFormOf = (field: Locator) =>
  field.evaluate((input) => input instanceof HTMLInputElement && input.form?.requestSubmit());

class Office extends BackOffice {
  get again() {
    return this.page.getByRole('dialog', { name: 'Sign in again' });
  }

  async signInAgain(password = demoAdministrator.password): Promise<void> {
    await this.again.getByLabel('Email').fill(demoAdministrator.email);
    await this.again.getByLabel('Password', { exact: true }).fill(password);
    await this.again.getByRole('button', { name: 'Login' }).click();
  }
}

deskFirst('A sign-in that runs out on a $name', ({ width }) => {
  test('in an open edit is renewed over it, and what was entered is saved', async ({ visit }) => {
    const { mark, products, read } = await newGoods();
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /^\/api\/v1\//);
    const office = new Office(visitor.page);
    await office.returnAs();
    await office.openTable('/admin/products', mark);
    await office.row(mark).getByRole('button', { name: 'Edit' }).click();
    const title = office.dialog.getByLabel('Product Title');
    await title.fill(`Cloak ${mark}`);
    await endSession(office.page);
    await submitFormOf(title);
    await office.again.getByText(messages.auth.signInAgain).waitFor();

    await office.signInAgain('not-the-password');
    await office.seesAndClosesToast(messages.auth.adminLoginFailed);
    // Closed without signing in, nothing is saved and nothing is lost.
    await office.again.getByRole('button', { name: 'Close' }).click();
    await office.seesAndClosesToast(messages.products.updateThrew);
    expect(await title.inputValue()).toBe(`Cloak ${mark}`);

    await submitFormOf(title);
    await office.signInAgain();
    await office.seesAndClosesToast(messages.products.updated);
    await eventually(() => office.dialog.count()).toBe(0);
    expect((await read(products[0])).title).toBe(`Cloak ${mark}`);
  });
});

test('A sign-in that runs out keeps chosen pictures too, and leads to the login where nothing was entered', async ({
  visit,
}) => {
  const header = `Capes ${crypto.randomUUID().slice(0, 8)}`;
  const visitor = await visit({ width: 390 });
  visitor.expectAnswer(401, /^\/api\/v1\//);
  const office = new Office(visitor.page);
  await office.returnAs();
  await office.open('/admin/newbanner');
  const headerText = office.main.getByLabel('Header text');
  await headerText.fill(header);
  await office.main.getByLabel('Banner Image').setInputFiles([await picture()]);
  await endSession(office.page);
  await submitFormOf(headerText);
  await office.signInAgain();
  await office.seesToast(messages.banners.created);
  await office.arriveAt('/admin/banner');
  await office.row(header).getByRole('img').waitFor();
  await office.remove(header, messages.banners.confirmDelete);
  await eventually(() => office.row(header).count()).toBe(0);

  await endSession(office.page);
  await office.page.reload();
  await office.arriveAt('/admin/login');
  await office.enterCredentials(demoAdministrator);
  await office.arriveAt('/admin/banner');
});
