import { messages } from '#shared/messages.ts';
import { pageMessages } from '#shared/page-messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { shopMessages } from '#shared/shop-messages.ts';
import { stockMessages } from '#shared/stock-messages.ts';
import { taxMessages } from '#shared/tax-messages.ts';
import { visitorMessages } from '#shared/visitor-messages.ts';
import type { BackOffice } from './back-office.ts';
import { picture } from './pictures.ts';

/** How often a person would press something, and fill something in. */
interface Pace {
  presses: number;
  fields: number;
}

/** Counts what happens on the pages of an office from now on. */
async function countPace({ page }: BackOffice): Promise<Pace> {
  const pace: Pace = { presses: 0, fields: 0 };
  await page.exposeFunction('countPace', (what: keyof Pace) => {
    pace[what] += 1;
  });
  await page.addInitScript(() => {
    const { countPace: count } = globalThis as typeof globalThis & {
      countPace: (what: string) => void;
    };
    addEventListener('click', () => count('presses'), true);
    addEventListener('change', () => count('fields'), true);
  });
  return pace;
}

/**
 * Sets a new shop up as its owner would: name, logo, color, terms, tax, shipping and three products with sizes and stock, then
 * whatever `order` does.
 */
export async function setUpShop(office: BackOffice, order: () => Promise<void>): Promise<Pace> {
  const { main, dialog, page } = office;
  const pace = await countPace(office);
  const save = main.getByRole('button', { name: 'Save', exact: true });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });

  await office.open('/admin/settings/shop');
  const shop = main.getByRole('form', { name: 'Shop' });
  await shop.getByLabel('Name', { exact: true }).fill('Nähwerk');
  await shop.getByLabel('Email').fill('post@naehwerk.example');
  await shop.getByLabel('Accent', { exact: true }).fill('#7a1f4b');
  await shop.getByRole('button', { name: 'Save' }).click();
  await office.seesAndClosesToast(shopMessages.saved);
  await main.getByLabel('Logo', { exact: true }).setInputFiles(await picture('logo.png'));
  await office.seesAndClosesToast(shopMessages.logoSaved);

  await office.open('/admin/pages');
  await main.getByRole('link', { name: 'Terms and Conditions' }).click();
  await main.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.insertText('Prices are those shown when you place your order.');
  await main.getByLabel('Published').check();
  await save.click();
  await office.seesAndClosesToast(pageMessages.updated);

  await office.open('/admin/settings/taxes');
  await main.getByRole('button', { name: 'Add rate' }).click();
  await dialog.getByLabel('Country').selectOption('Ireland');
  await dialog.getByLabel('Rate in percent').fill('23');
  await add.click();
  await office.seesAndClosesToast(taxMessages.saved);

  await office.open('/admin/settings/shipping');
  await main.getByRole('button', { name: 'Add zone' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ireland');
  await dialog.getByRole('searchbox', { name: 'Find a country' }).fill('Ireland');
  await dialog.getByRole('checkbox', { name: 'Ireland', exact: true }).check();
  await add.click();
  await office.seesAndClosesToast(shippingMessages.saved);
  await main.getByRole('button', { name: 'Add method' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Standard');
  await dialog.getByLabel('Price ($)').fill('5');
  await add.click();
  await office.seesAndClosesToast(shippingMessages.saved);

  await office.open('/admin/settings/checkout');
  await main.getByLabel('Who may order').selectOption('Everybody');
  await save.click();
  await office.seesAndClosesToast(visitorMessages.saved);

  await office.open('/admin/categories');
  await main.getByRole('button', { name: 'Add New' }).click();
  await dialog.getByPlaceholder('New Category').fill('Coats');
  await add.click();
  await office.seesAndClosesToast(messages.categories.created);

  for (const title of ['Long coat', 'Short coat', 'Wide coat']) {
    await office.open('/admin/product/newproduct');
    await main.getByLabel('Product Title').fill(title);
    await main.getByLabel('Product Price').fill('60');
    await main.getByLabel('Category', { exact: true }).selectOption('Coats');
    await main.getByLabel('Product Color 1').fill('navy');
    await main.getByLabel('Product Size 1').fill('S, M');
    await main.getByLabel('Product Description').fill('Of heavy wool.');
    await main.getByLabel('Product Image').setInputFiles(await picture());
    await save.click();
    await office.seesAndClosesToast(messages.products.created);
    await office.arriveAt('/admin/products');
    await main.getByRole('link', { name: title }).click();
    await main.getByRole('button', { name: 'Edit sizes and stock' }).click();
    const stock = main.getByRole('region', { name: 'Sizes and stock' });
    await stock.getByRole('gridcell').first().click();
    for (const key of ['5', 'Tab', '4', 'Tab']) await page.keyboard.press(key);
    await stock.getByRole('button', { name: /^Save \d+ changes$/ }).click();
    await office.seesAndClosesToast(stockMessages.saved);
  }
  await order();
  return pace;
}
