import { describe, expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../support/customers.ts';
import { picture } from '../support/pictures.ts';
import { eventually, Shop } from '../support/shop.ts';

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
] as const;

describe('The back office', () => {
  test('shows its totals and opens every table with its columns', async ({ visit }) => {
    const office = new BackOffice((await visit()).page);
    await office.signIn();
    for (const label of ['New Users', 'Total Orders', 'Total Income']) {
      await office.main.getByText(label, { exact: true }).waitFor();
    }
    for (const [path, columns] of tables) {
      await office.open(path);
      await office.main.getByRole('table').waitFor();
      const heads = await office.main.getByRole('columnheader').allInnerTexts();
      const found = heads.map((it) => it.trim().toLowerCase());
      expect(found, path).toEqual(expect.arrayContaining(columns.map((it) => it.toLowerCase())));
    }
  });

  test('adds, renames, pictures and deletes a category', async ({ visit }) => {
    const office = new BackOffice((await visit()).page);
    const name = `Aprons ${mark()}`;
    await office.signIn();
    await office.open('/admin/categories');
    await office.main.getByRole('button', { name: 'Add New' }).click();
    await office.dialog.getByPlaceholder('New Category').fill(name);
    await office.dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await office.isTold(messages.categories.created);

    const row = office.row(name);
    await row.locator('input[type="file"]').setInputFiles(await picture());
    await row.getByRole('button', { name: 'save image' }).click();
    await office.isTold(messages.images.added);

    await row.getByRole('button', { name: 'Edit' }).click();
    await office.dialog.getByPlaceholder('Edit Name').fill(`${name} renamed`);
    await office.dialog.getByRole('button', { name: 'Update' }).click();
    await office.isTold(messages.categories.updated);
    await office.row(`${name} renamed`).waitFor();

    await office.remove(`${name} renamed`, messages.categories.confirmDelete);
    await eventually(() => office.row(name).count()).toBe(0);
  });

  test('adds a product that the shop sells at once, edits and deletes it', async ({ visit }) => {
    const office = new BackOffice((await visit()).page);
    const title = `Loom Apron ${mark()}`;
    const category = (await garmentInStock()).category?.name ?? '';
    await office.signIn();
    await office.open('/admin/product/newproduct');
    const { main } = office;
    await main.getByLabel('Product Title').fill(title);
    await main.getByLabel('Product Price').fill('48.50');
    await eventually(() => main.getByLabel('Category').innerText()).toContain(category);
    await main.getByLabel('Category').selectOption({ label: category });
    await main.getByRole('textbox', { name: 'Product Color 1' }).fill('indigo');
    await main.getByRole('textbox', { name: 'Product Size 1' }).fill('M');
    await main.getByLabel('Product Image').setInputFiles([await picture()]);
    await main.getByLabel('Product Description').fill('Heavy linen with a long tie.');
    await main.getByRole('button', { name: 'Save' }).click();
    await office.arriveAt('/admin/products');
    await office.isTold(messages.products.created);

    const shop = new Shop((await visit()).page);
    await eventually(async () => {
      await shop.open('/shop?sort=latest');
      return shop.main.getByRole('link', { name: title }).count();
    }).toBeGreaterThan(0);

    await office.row(title).getByRole('button', { name: 'Edit' }).click();
    await office.dialog.getByLabel('Product Price').fill('52');
    await office.dialog.getByLabel('Availability').selectOption('OutofStock');
    await office.dialog.getByRole('button', { name: 'Update' }).click();
    await office.isTold(messages.products.updated);
    await eventually(() => office.row(title).innerText()).toContain('$52.00');

    await shop.openGarment(title);
    await eventually(async () => {
      await shop.page.reload();
      return shop.main.getByRole('button', { name: messages.products.outOfStock }).count();
    }).toBe(1);

    await office.remove(title, messages.products.confirmDelete);
    await office.isTold(messages.products.removed);
    await eventually(() => office.row(title).count()).toBe(0);
  });

  test('adds, edits and deletes a banner', async ({ visit }) => {
    const office = new BackOffice((await visit()).page);
    const header = `Winter weights ${mark()}`;
    await office.signIn();
    await office.open('/admin/newbanner');
    await office.main.getByLabel('Header text').fill(header);
    await office.main.getByLabel('Paragraph text').fill('Felted and brushed.');
    await office.main.getByLabel('Banner Image').setInputFiles([await picture('wide.png')]);
    await office.main.getByRole('button', { name: 'Save' }).click();
    await office.arriveAt('/admin/banner');
    await office.isTold(messages.banners.created);

    await office.row(header).getByRole('button', { name: 'Edit' }).click();
    await office.dialog.getByPlaceholder('Edit Header Text').fill(`${header}, again`);
    await office.dialog.getByRole('button', { name: 'Update' }).click();
    await office.isTold(messages.banners.updated);

    await office.remove(`${header}, again`, messages.banners.confirmDelete);
    await eventually(() => office.row(header).count()).toBe(0);
  });

  test('finds the orders of a customer, deletes an order and the customer', async ({ visit }) => {
    const customer = await registeredCustomer();
    const garment = await garmentInStock();
    const shop = new Shop((await visit()).page);
    await shop.signIn(customer);
    await shop.putIntoCart(garment);
    await shop.checkOut();
    await shop.goToCardPage();

    const office = new BackOffice((await visit()).page);
    await office.signIn();
    await office.openTable('/admin/customers', customer.email);
    await office.row(customer.email).getByRole('link', { name: 'View Orders' }).click();
    await office.arriveAt(/^\/admin\/[^/]+\/orders$/);
    await office.main.getByText(garment.title).first().waitFor();
    await office.main.getByRole('article').getByText('Pending', { exact: true }).waitFor();

    await office.openTable('/admin/orders', customer.email);
    await office.remove(customer.email, messages.orders.confirmDelete);
    await office.isTold(messages.orders.removed);
    await eventually(() => office.row(customer.email).count()).toBe(0);

    await office.openTable('/admin/customers', customer.email);
    await office.remove(customer.email, messages.users.confirmDelete);
    await office.isTold(messages.users.removed);
    await eventually(() => office.row(customer.email).count()).toBe(0);
  });

  test('loads and keeps the administrator’s details, and refuses a wrong password', async ({
    visit,
  }) => {
    const visitor = await visit();
    for (const status of [400, 401]) visitor.expectAnswer(status, /update-password$/);
    const office = new BackOffice(visitor.page);
    await office.signIn();
    await office.open('/admin/settings');
    const name = office.main.getByLabel('Username');
    await eventually(() => name.inputValue()).not.toBe('');
    await office.main.getByRole('form', { name: 'Profile' }).getByRole('button').click();
    await office.isTold(messages.settings.detailsUpdated);
    await office.main.getByLabel('Current Password').fill('not-the-password');
    await office.main.getByLabel('New Password').fill('another-password-1');
    await office.main.getByRole('form', { name: 'Password' }).getByRole('button').click();
    await office.isTold(messages.settings.failed);
  });

  test('lets the administrator out to the login', async ({ visit }) => {
    const office = new BackOffice((await visit()).page);
    await office.signIn();
    await office.page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click();
    await office.arriveAt('/login');
    await office.isTold(messages.auth.loggedOut);
    await office.page.goto('/admin/orders');
    await office.arriveAt('/admin/login');
  });
});
