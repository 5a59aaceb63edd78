import { expect, onTestFinished } from 'vitest';
import { contentMessages } from '#shared/content-messages.ts';
import { redirectMessages } from '#shared/redirect-messages.ts';
import { sql } from '../../api/client.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('On a $name', ({ width }) => {
  test('menus and sections are added, moved by keys and by hand, hidden, deleted and reset', async ({
    visit,
  }) => {
    onTestFinished(async () => {
      await sql`update shop_settings set value = 'null' where name in ('menus', 'home_sections')`;
    });
    const { office, main, dialog, page } = await openOffice(visit, '/admin/content/menus', {
      width,
    });
    const header = main.getByRole('region', { name: 'Header' });
    const names = () => header.locator('.two-lines > span').allInnerTexts();
    await header.getByRole('button', { name: 'Add a link' }).click();
    await dialog.getByLabel('Leads to').selectOption('Delivery');
    expect(await dialog.getByLabel('Label').inputValue()).toBe('Delivery');
    await expectNoFaults(page, 'the form of a link');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await office.seesAndClosesToast(contentMessages.menusSaved);
    const added = header.getByRole('listitem').filter({ hasText: 'Delivery' });
    const [up, down] = [
      added.getByRole('button', { name: 'Move up' }),
      added.getByRole('button', { name: 'Move down' }),
    ];
    await up.focus();
    await page.keyboard.press('Enter');
    await eventually(names).toEqual([
      ...['Home', 'Shop', 'About', 'Contact', 'Delivery', 'Get Started'],
    ]);
    if (width > 760) {
      const first = header.getByRole('listitem').first();
      await added.locator('[draggable]').dragTo(first);
      await eventually(async () => (await names())[0]).toBe('Delivery');
      await down.click();
      await eventually(async () => (await names())[1]).toBe('Delivery');
      await waitForFocus(down);
    }
    await expectNoFaults(page, 'the menus');
    const shop = new Shop((await visit({ width: 1440 })).page);
    const links = shop.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await eventually(async () => {
      await shop.open('/faqs');
      return links.allInnerTexts();
    }).toContain('Delivery');
    await main.getByRole('button', { name: 'Restore the default menus' }).click();
    await dialog.getByText(contentMessages.confirmReset).waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await eventually(names).toEqual(['Home', 'Shop', 'About', 'Contact', 'Get Started']);

    await office.open('/admin/content/home');
    await main.getByRole('button', { name: 'Add a text' }).click();
    await dialog.getByLabel('Heading').fill('From our mill');
    await dialog.getByLabel('Text', { exact: true }).fill('Two looms.');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const text = main.getByRole('listitem').filter({ hasText: 'From our mill' });
    await eventually(() => dialog.count()).toBe(0);
    // What is changed while an earlier change is being saved is shown at once, too.
    const save = await office.hold('**/shop/home');
    await text.getByRole('button', { name: 'Move up' }).click();
    await text.getByLabel('Shown').uncheck();
    save();
    await expectNoFaults(page, 'the sections of the home page');
    const regions = () =>
      shop.main
        .getByRole('region')
        .evaluateAll((all) =>
          all.map((it) => it.getAttribute('aria-label') ?? it.querySelector('h2')?.textContent),
        );
    const lastRegions = async () => {
      await shop.open('/');
      return (await regions()).slice(-2);
    };
    await eventually(lastRegions).not.toContain('From our mill');
    await text.getByLabel('Shown').check();
    await eventually(lastRegions).toEqual(['From our mill', 'Recommended For You']);
    await office.seesAndClosesToast(contentMessages.homeSaved);
    await text.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(contentMessages.confirmSection).waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await eventually(() => text.count()).toBe(0);
  });

  test('an announcement and a redirect are made, seen and deleted', async ({ visit }) => {
    const { office, main, dialog, page } = await openOffice(visit, '/admin/content/announcement', {
      width,
    });
    await main.getByLabel('Text', { exact: true }).fill('Order by Friday');
    await main.getByLabel('Link', { exact: true }).fill('/delivery');
    await main.getByRole('button', { name: 'Save' }).click();
    await office.seesAndClosesToast(contentMessages.announcementSaved);
    await expectNoFaults(page, 'the announcement');
    const visitor = await visit({ width });
    const shop = new Shop(visitor.page);
    const line = visitor.page.getByRole('complementary', { name: 'Announcement' });
    await eventually(async () => {
      await shop.open('/faqs');
      return line.getByRole('link', { name: 'Order by Friday' }).count();
    }).toBe(1);
    await expectNoFaults(visitor.page, 'a page with an announcement');
    await main.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(contentMessages.confirmAnnouncement).waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await office.seesAndClosesToast(contentMessages.announcementRemoved);

    const path = `/${crypto.randomUUID()}`;
    await sql`select note_missing_pages(${JSON.stringify([{ path, visits: 2 }])}::text::jsonb)`;
    await office.open(`/admin/redirects/missing?q=${path.slice(1)}`);
    await office.row(path).getByRole('button', { name: 'Add a redirect' }).click();
    await dialog.getByLabel('To').fill('/shop');
    await expectNoFaults(page, 'the form of a redirect');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await office.seesAndClosesToast(redirectMessages.created);
    await eventually(() => office.row(path).count()).toBe(0);
    await visitor.page.goto(`${path}/?from=mail`);
    await visitor.page.waitForURL('**/shop?from=mail');
    await office.open(`/admin/redirects?q=${path.slice(1)}`);
    await expectNoFaults(page, 'the redirects');
    await office.row(path).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(redirectMessages.confirmDelete).waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await office.seesAndClosesToast(redirectMessages.removed);
  });
});
