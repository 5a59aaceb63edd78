import { expect } from 'vitest';
import { makeAdminInDatabase } from '../../../scripts/make-admin.ts';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { demoAdministrator, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { cutPicture, notAPicture, picture } from '../../support/pictures.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { deskFirst, widths } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

const mark = () => crypto.randomUUID().slice(0, 8);

const tables = [
  ['/admin/dashboard', ['Image', 'Title', 'Category', 'Price', 'Created']],
  ['/admin/categories', ['Image', 'Name', 'Created', 'Actions']],
  ['/admin/products', ['Image', 'Title', 'Category', 'Price', 'Created', 'Actions']],
  ['/admin/customers', ['Name', 'Address', 'Email', 'Postcode', 'Location', 'Phone', 'Created']],
  ['/admin/banner', ['Image', 'Header Text', 'Paragraph Text', 'Created', 'Actions']],
  [
    '/admin/orders',
    ['User', 'Product Title', 'Price', 'Status', 'Payment Reference', 'Created', 'Action'],
  ],
  ['/admin/ads', ['Image', 'Text', 'Link', 'State', 'Created', 'Actions']],
  ['/admin/messages', ['From', 'Message', 'State', 'Created', 'Actions']],
] as const;

test('The back office shows its totals and opens every table with its columns', async ({
  visit,
}) => {
  const office = new BackOffice((await visit()).page);
  await office.returnAs();
  for (const [path, columns] of tables) {
    await office.open(path);
    for (const { name, width } of widths) {
      await office.page.setViewportSize({ width, height: 900 });
      await office.main.getByRole('table').first().waitFor();
      const heads = await office.main.getByRole('columnheader').allInnerTexts();
      const found = heads.map((it) => it.trim().toLowerCase());
      const wanted = columns.map((it) => it.toLowerCase());
      expect(found, `${path} at a ${name}`).toEqual(expect.arrayContaining(wanted));
      if (path !== '/admin/dashboard') continue;
      for (const label of ['New Users', 'Total Orders', 'Total Income']) {
        await office.main.getByText(label, { exact: true }).waitFor();
      }
    }
  }
});

deskFirst('The back office on a $name', ({ width }) => {
  test('lets an administrator in and out, and nobody else', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/auth\/login$/);
    const office = new BackOffice(visitor.page);
    await office.page.goto('/admin/orders');
    await office.arriveAt('/admin/login');
    await office.heading('Admin Login');
    await office.main.getByText('welcome back admin').waitFor();
    await office.enterCredentials({ ...demoAdministrator, password: 'not-the-password' });
    await office.seesAndClosesToast(messages.auth.adminLoginFailed);
    await office.enterCredentials(demoAdministrator);
    await office.seesAndClosesToast(messages.auth.adminLoginDone);
    await office.arriveAt('/admin/orders');

    const logout = (await office.openSidebar()).getByRole('button', { name: 'Logout' });
    await office.offline(async () => {
      await logout.click();
      await office.seesAndClosesToast(messages.auth.logoutFailed);
    });
    await logout.click();
    await office.seesAndClosesToast(messages.auth.loggedOut);
    await office.arriveAt('/login');
    await office.page.goto('/admin/orders');
    await office.arriveAt('/admin/login');
  });

  test('adds, renames, pictures and deletes a category', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(400, /\/categories\/[^/]+\/image$/);
    const office = new BackOffice(visitor.page);
    const { main, dialog, page } = office;
    const name = `Aprons ${mark()}`;
    await office.returnAs();
    await office.open('/admin/categories');
    await (await office.openSidebar()).getByRole('button', { name: 'Add Category' }).click();
    await office.heading('Add Category');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await main.getByRole('button', { name: 'Add New' }).click();
    await dialog.getByPlaceholder('New Category').fill(name);
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await office.withFailingRequests('**/categories/create', async () => {
      await add.click();
      await office.seesToast(messages.categories.failed);
      await expectNoFaults(page, 'a category that could not be added');
      await office.seesAndClosesToast(messages.categories.failed);
    });
    expect(await dialog.getByPlaceholder('New Category').inputValue()).toBe(name);
    await add.click();
    await office.seesAndClosesToast(messages.categories.created);

    const row = office.row(name);
    const file = row.locator('input[type="file"]');
    const save = row.getByRole('button', { name: 'save image' });
    await save.click();
    await row.getByText(messages.images.choose).waitFor();
    await file.setInputFiles(notAPicture);
    await save.click();
    await office.seesAndClosesToast(messages.images.addFailed);
    await row.getByRole('alert').getByText(notAPicture.name).waitFor();
    await expectNoFaults(page, 'a refused picture in its row');
    await file.setInputFiles(await picture());
    await save.click();
    await office.seesAndClosesToast(messages.images.added);
    await row.getByRole('img', { name, exact: true }).waitFor();

    await row.getByRole('button', { name: 'Edit' }).click();
    await office.heading(`Edit ${name}`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Name').fill(`${name} renamed`);
    const update = dialog.getByRole('button', { name: 'Update' });
    await office.withFailingRequests('**/categories/update/*', async () => {
      await update.click();
      await office.seesAndClosesToast(messages.categories.failed);
    });
    await update.click();
    await office.seesAndClosesToast(messages.categories.updated);
    await office.row(`${name} renamed`).waitFor();

    await office.removeWithRetries(
      `${name} renamed`,
      messages.categories.confirmDelete,
      '**/categories/delete/*',
      messages.categories.failed,
    );
    await waitForFocus(main.getByRole('rowgroup').last());
    await office.restoreButton(`“${name} renamed”`).waitFor();
  });

  test('edits, pictures and deletes a product in its row', async ({ visit }) => {
    const { mark: word, products, read } = await newGoods();
    const [{ title }] = products;
    const office = new BackOffice((await visit({ width })).page);
    const { dialog, page } = office;
    await office.returnAs();
    await office.openTable('/admin/products', word);
    const row = office.row(title);
    await row.getByRole('img', { name: `${title}: no picture` }).waitFor();
    await row.locator('input[type="file"]').setInputFiles(await picture());
    const save = row.getByRole('button', { name: 'save image' });
    await office.withFailingRequests('**/image', async () => {
      await save.click();
      await office.seesAndClosesToast(messages.images.addFailed);
    });
    await save.click();
    await office.seesAndClosesToast(messages.images.added);
    await row.getByRole('img', { name: title, exact: true }).waitFor();

    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Title').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Price').fill('52');
    await dialog.getByPlaceholder('Edit Color 1').fill('indigo');
    await dialog.getByPlaceholder('Edit Size 1').fill('XS');
    await dialog.getByPlaceholder('Edit Description').fill('Heavy linen with a long tie.');
    await dialog.getByLabel('Availability').selectOption({ label: 'Out of Stock' });
    const update = dialog.getByRole('button', { name: 'Update' });
    await office.withFailingRequests('**/products/update/*', async () => {
      await update.click();
      await office.seesAndClosesToast(messages.products.updateThrew);
    });
    // An answer that says nothing, as the contract knows it: the shop itself never gives one.
    await page.route('**/products/update/*', (route) =>
      route.fulfill({ json: { message: '', product: products[0] } }),
    );
    await update.click();
    await office.seesAndClosesToast(messages.products.updateFailed);
    await page.unroute('**/products/update/*');
    expect(await dialog.getByPlaceholder('Edit Price').inputValue()).toBe('52');
    await update.click();
    await office.seesAndClosesToast(messages.products.updated);
    await eventually(() => row.innerText()).toContain('$52.00');
    expect((await read(products[0])).images).toHaveLength(1);

    await office.removeWithRetries(
      title,
      messages.products.confirmDelete,
      '**/products/delete/*',
      messages.products.removeFailed,
    );
    await office.seesAndClosesToast(messages.products.removed);
    await eventually(() => row.count()).toBe(0);
  });

  test('adds, edits and deletes a banner', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(400, /\/banner\/create$/);
    const office = new BackOffice(visitor.page);
    const { main, dialog } = office;
    const header = `Winter weights ${mark()}`;
    await office.returnAs();
    await office.open('/admin/newbanner');
    await main.getByRole('link', { name: 'All Banners' }).waitFor();
    await main.getByLabel('Header text').fill(header);
    await main.getByLabel('Paragraph text').fill('Felted and brushed.');
    await main.getByLabel('Banner Image').setInputFiles([notAPicture, await cutPicture('cut.png')]);
    await main.getByText(notAPicture.refusal).waitFor();
    const save = main.getByRole('button', { name: 'Save' });
    await save.click();
    await office.seesAndClosesToast(messages.banners.failed);
    await expectNoFaults(office.page, 'a banner that was refused');
    await main.getByRole('button', { name: 'Remove New banner, picture 1 of 1' }).click();
    await main.getByLabel('Banner Image').setInputFiles([await picture('wide.png')]);
    await save.click();
    await office.seesAndClosesToast(messages.banners.created);
    await office.arriveAt('/admin/banner');
    const row = office.row(header);
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Paragraph Text').fill('Felted.');
    await dialog.getByPlaceholder('Edit Header Text').fill(`${header}, again`);
    const update = dialog.getByRole('button', { name: 'Update' });
    await office.withFailingRequests('**/banner/update/*', async () => {
      await update.click();
      await office.seesAndClosesToast(messages.banners.failed);
    });
    await update.click();
    await office.seesAndClosesToast(messages.banners.updated);

    await office.removeWithRetries(
      `${header}, again`,
      messages.banners.confirmDelete,
      '**/banner/delete/*',
      messages.banners.failed,
    );
    await office.restoreButton(`“${header}, again”`).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.remove(`${header}, again`, messages.banners.confirmDelete);
    await office.main.getByRole('button', { name: 'Recently deleted' }).click();
    const kept = office.dialog.getByRole('listitem').filter({ hasText: header }).first();
    await kept.getByRole('button', { name: 'Restore' }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.dialog.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('img').waitFor();
    await office.remove(`${header}, again`, messages.banners.confirmDelete);
    await eventually(() => row.count()).toBe(0);
  });

  test('asks before a customer is deleted, in the words of the contract', async ({ visit }) => {
    const { email } = await registeredCustomer();
    const office = new BackOffice((await visit({ width })).page);
    await office.returnAs();
    await office.openTable('/admin/customers', email);
    await office.removeWithRetries(
      email,
      messages.users.confirmDelete,
      '**/users/admin/delete',
      messages.users.removeFailed,
    );
    await office.seesAndClosesToast(messages.users.removed);
    await eventually(() => office.row(email).count()).toBe(0);
  });

  test('keeps the administrator’s details and password, and says what went wrong', async ({
    visit,
  }) => {
    const login = { email: `keeper-${mark()}@test.example`, password: 'keeper-demo-1' };
    await makeAdminInDatabase(stack().dbUrl, login);
    const visitor = await visit({ width });
    for (const status of [400, 401]) visitor.expectAnswer(status, /update-password$/);
    const office = new BackOffice(visitor.page);
    const { main } = office;
    await office.returnAs(login);
    await office.open('/admin/settings');
    await office.heading('Admin Settings');
    const profile = main.getByRole('form', { name: 'Profile' });
    await eventually(() => profile.getByLabel('Email').inputValue()).toBe(login.email);
    await profile.getByLabel('Username').fill('Keeper');
    await office.withFailingRequests('**/users/admin/update-details', async () => {
      await profile.getByRole('button', { name: 'Save' }).click();
      await office.seesAndClosesToast(messages.settings.failed);
    });
    await profile.getByRole('button', { name: 'Save' }).click();
    await office.seesAndClosesToast(messages.settings.detailsUpdated);

    const password = main.getByRole('form', { name: 'Password' });
    const current = password.getByLabel('Current Password');
    await current.fill('not-the-password');
    await password.getByLabel('New Password').fill(`${login.password}-anew`);
    await password.getByRole('button', { name: 'Save' }).click();
    await office.seesAndClosesToast(messages.settings.failed);
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    await expectNoFaults(office.page, 'a password that was refused');
    await current.fill(login.password);
    await password.getByRole('button', { name: 'Save' }).click();
    await office.seesAndClosesToast(messages.settings.passwordUpdated);
    expect(await current.inputValue()).toBe('');
  });
});
