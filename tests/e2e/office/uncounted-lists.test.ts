import postgres from 'postgres';
import { afterAll, beforeAll, expect } from 'vitest';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

let sql: postgres.Sql;
const writer = `imported ${crypto.randomUUID()}`;

/** More entries than the list is counted to, and than it is read to by number. */
beforeAll(async () => {
  sql = postgres(stack().dbUrl, { max: 1 });
  await sql`
    insert into audit_log (actor_role, actor, table_name, action, label)
    select 'database', ${writer}, 'faqs', 'update', 'Question ' || n from generate_series(1, 10050) n`;
});
afterAll(async () => {
  await sql`delete from audit_log where actor = ${writer}`;
  await sql.end();
});

deskFirst('On a $name', ({ width }) => {
  test('a list that nobody counts to its end says so', async ({ visit }) => {
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    const { main } = office;
    const end = main.getByText('More rows exist. Narrow the list to see them.');
    await office.returnAs();
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
