import type { Page } from 'playwright';
import { wishesKey } from '../src/stores/wishes-key.ts';

export const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click();

/** On wide screens the menu and the filters are always open, without a button. */
export const pressOnPhone = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
};

/** Follows a link whose id is not known in advance. */
export const follow =
  (link: string | RegExp, heading: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  };

export async function openRefund(page: Page): Promise<void> {
  await follow(/^HM-/, /^HM-/)(page);
  await press('Refund')(page);
}

export async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /all/i }).first().check();
  await page.getByRole('region', { name: 'Selected rows' }).waitFor();
}

export const printOfAll = (link: string) => async (page: Page) => {
  await selectAll(page);
  await page.getByRole('link', { name: link }).click();
  await page.getByRole('button', { name: 'Print' }).waitFor();
};

/** Imports a file with one valid and two invalid rows. */
export async function tryImport(page: Page): Promise<void> {
  await press('Import CSV')(page);
  const rows = ['title,price,category', 'Quay scarf,24,Outerwear', 'Quay shirt,cheap,', ',12,'];
  await page.getByLabel('CSV file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByText('Correct the file and choose it again, or import the other rows.').waitFor();
}

export async function openTrash(page: Page): Promise<void> {
  await press('Recently deleted')(page);
  await page.locator('dialog[open] p').first().waitFor();
}

export async function searchEverything(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('searchbox').fill('linen');
  await page.getByRole('region', { name: 'Products', exact: true }).waitFor();
}

/** Opens the sidebar and waits for its transition. */
export async function openSidebar(page: Page): Promise<void> {
  await pressOnPhone('Menu')(page);
  const sidebar = page.getByRole('navigation', { name: 'Back office' });
  await sidebar.getByRole('button', { name: 'Logout' }).hover();
}

/** The card page of the payment provider; here that of the sandbox. */
export async function goToCardPage(page: Page): Promise<void> {
  // What was added from a list has no size or color yet.
  const open = page.getByRole('main').locator('select:has(option[value=""]:checked)');
  while ((await open.count()) > 0) await open.first().selectOption({ index: 1 });
  await press('Pay Now')(page);
  await page.getByLabel('Card number').waitFor();
}

export async function haveCardDeclined(page: Page): Promise<void> {
  await goToCardPage(page);
  await press('Decline')(page);
  await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
}

export async function pay(page: Page): Promise<void> {
  await goToCardPage(page);
  await page.getByLabel('Card number').fill('4084 0840 8408 4081');
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('CVV').fill('408');
  await press(/^Pay/)(page);
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

export async function keepOne(page: Page): Promise<void> {
  await press(/^Wish List: /)(page);
  // Its script is loaded by the press, and leaving before would lose it.
  await page.waitForFunction((key) => localStorage.getItem(key), wishesKey);
  await page.goto('/wish-list');
  await page.getByRole('article').waitFor();
}

/** Hovering keeps a toast open. */
export async function addToCart(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^add to cart/i })
    .first()
    .press('Enter');
  const toast = page.getByText('Product Added To Cart.');
  await toast.waitFor();
  // On phones, the panel covers it.
  if ((page.viewportSize()?.width ?? 0) >= 768) await toast.hover();
}

export async function enlarge(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Zoom$/ }).first().click();
  await page.getByRole('dialog').getByRole('img').waitFor();
}

/** Submits a registration with different passwords. */
export async function registerWithMismatch(page: Page): Promise<void> {
  for (const [label, text] of Object.entries({
    'First name': 'Ada',
    'Last name': 'Weaver',
    Email: 'ada@example.com',
    Password: 'linen-and-wool',
    'Confirm password': 'wool-and-linen',
  })) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await press('Register')(page);
  await page.getByText('Password does not match.').last().hover();
}
