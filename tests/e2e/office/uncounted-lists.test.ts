import { expect, onTestFinished } from 'vitest';
import { sql } from '../../api/client.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('On a $name', ({ width }) => {
  test('what a list waits for is said, and that nobody counts it to its end', async ({ visit }) => {
    const writer = `imported ${crypto.randomUUID()}`;
    onTestFinished(async () => void (await sql`delete from audit_log where actor = ${writer}`));
    // More entries than the list is counted to, and than it is read to by number.
    await sql`
      insert into audit_log (actor_role, actor, table_name, action, label)
      select 'database', ${writer}, 'faqs', 'update', 'Question ' || n from generate_series(1, 10050) n`;
    const { office, main, page } = await openOffice(visit, '', { width });
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    for (const path of ['/admin/dashboard', '/admin/orders', '/admin/settings']) {
      await page.goto(path);
      await main.getByRole('status').getByText('Loading…').first().waitFor();
      await expectNoFaults(page, `${path}, waited for`);
    }
    held.resolve(undefined);
    await main.getByLabel('Username').waitFor();

    const end = main.getByText('More rows exist. Narrow the list to see them.');
    await office.open('/admin/settings/audit');
    await eventually(() => main.getByRole('status').first().innerText()).toContain('2,000');
    expect(await main.getByText('at least 2,000').count()).toBe(1);
    expect(await main.getByText('at least 80').count()).toBe(1);
    expect(await end.count()).toBe(0);
    await office.open('/admin/settings/audit?page=1000');
    await end.waitFor();
    expect(await main.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await main.getByText('Page 400 of').waitFor();
    await expectNoFaults(page, 'the end of a list that nobody counts');
  });
});
