import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../support/customers.ts';
import { Shop } from '../support/shop.ts';

test('the page about cookies names all that the shop keeps in a browser', async ({ visit }) => {
  const { page } = await visit();
  const [shop, office] = [new Shop(page), new BackOffice(page)];
  await office.signIn();
  await shop.signIn(await registeredCustomer());
  await shop.putIntoCart(await garmentInStock());
  await shop.checkOut();
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  const stored = await page.evaluate(() => [
    ...Object.keys(sessionStorage),
    ...Object.keys(localStorage),
  ]);
  await shop.open('/cookies');
  const named = await page.getByRole('main').locator('code').allTextContents();
  expect(named).toEqual(expect.arrayContaining([...cookies, ...stored]));
  expect(cookies).toContain('hemline_user_session');
});

describe('A customer', () => {
  test('takes the own data along and deletes the account', async ({ visit }) => {
    const { page, expectAnswer } = await visit({ width: 390, height: 844 });
    const shop = new Shop(page);
    const customer = await registeredCustomer();
    await shop.signIn(customer);
    await shop.open('/user/your-data');
    const started = page.waitForEvent('download');
    await shop.main.getByRole('button', { name: 'Download my data' }).click();
    const text = await readFile(await (await started).path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ user: { email: customer.email }, orders: [] });

    const deleteWith = async (password: string) => {
      await shop.main.getByLabel('Current password').fill(password);
      await shop.main.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account' });
      await dialog.getByText(messages.profile.confirmDelete).waitFor();
      await dialog.getByRole('button', { name: 'Yes' }).click();
    };
    expectAnswer(400, /\/users\/profile$/);
    await deleteWith('not this one');
    await shop.main.getByText('The current password is not right').waitFor();
    await deleteWith(customer.password);
    await shop.arriveAt('/');
    await shop.isTold(messages.profile.deleted);
    await page.goto('/user/account');
    await shop.arriveAt('/login');
  });
});
