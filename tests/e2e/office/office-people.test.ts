import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { mailsTo } from '../../support/mailbox.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('On a $name', ({ width }) => {
  test('a message is answered, copied, marked and found by that', async ({ visit }) => {
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    const lastname = `Weaver ${crypto.randomUUID().slice(0, 8)}`;
    const email = `${crypto.randomUUID()}@example.com`;
    const written = await page.request.post('/api/v1/contact/submit', {
      data: { firstname: 'Ada', lastname, email, message: 'Is it wool?' },
    });
    expect(written.status()).toBe(201);
    await office.returnAs();
    await office.openTable('/admin/messages', lastname);
    const row = office.row(lastname);
    const open = () => row.getByRole('button', { name: 'Open', exact: true }).click();
    await open();
    await office.dialog.getByLabel('Your answer').fill('Yes, all of it.');
    const copy = office.dialog.getByRole('button', { name: 'Copy answer' });
    await page.context().clearPermissions();
    await copy.click();
    await office.seesAndClosesToast(messages.contact.notCopied);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await office.seesAndClosesToast(messages.contact.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Yes, all of it.');
    await expectNoFaults(page, 'the answer to a message');
    const save = office.dialog.getByRole('button', { name: 'Send answer' });
    await office.withFailingRequests('**/contact/messages/*/answer', async () => {
      await save.click();
      await office.seesAndClosesToast(messages.contact.failed);
    });
    await save.click();
    await office.seesAndClosesToast(messages.contact.answered);
    await row.getByText('Answered', { exact: true }).waitFor();
    await eventually(async () => (await mailsTo(email))[0]?.text).toContain('Yes, all of it.');
    await open();
    expect(await office.dialog.getByLabel('Your answer').inputValue()).toBe('Yes, all of it.');
    await office.dialog.getByRole('button', { name: 'Close' }).click();

    await office.open(`/admin/messages?q=${encodeURIComponent(lastname)}&state=answered`);
    await row.getByRole('checkbox').check();
    const saving = page.waitForEvent('download');
    await office.main.getByRole('button', { name: 'Export', exact: true }).click();
    const saved = await readFile(await (await saving).path(), 'utf8');
    expect(saved).toContain(`Ada,${lastname},${email}`);
    await office.main.getByRole('button', { name: 'Mark as not answered' }).click();
    await office.seesAndClosesToast(messages.contact.marked);
    await eventually(() => row.count()).toBe(0);
    await office.open(`/admin/messages?q=${encodeURIComponent(lastname)}&state=unanswered`);
    await row.getByText('Read', { exact: true }).waitFor();
    await office.remove(lastname, messages.contact.confirmDelete);
    await office.seesAndClosesToast(messages.contact.removed);
  });

  test('the page of a customer shows details, orders and what was spent, and keeps notes', async ({
    visit,
  }) => {
    const { email } = await registeredCustomer();
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    await office.returnAs();
    await office.openTable('/admin/customers', email);
    await office.main.getByText('1 found').waitFor();
    const saving = page.waitForEvent('download');
    await office.main.getByRole('button', { name: 'Export CSV' }).click();
    const rows = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
    expect(rows.map((it) => it.split(',')[2])).toEqual(['Email', email]);
    await office.row(email).getByRole('link', { name: 'View Orders' }).click();
    await office.arriveAt(/^\/admin\/[^/]+\/orders$/);
    const details = office.main.getByRole('region', { name: 'Details' });
    await details.getByText(email).waitFor();
    await details.getByText('$0.00').waitFor();
    await office.main.getByText(messages.orders.emptyForUser).waitFor();
    const notes = office.main.getByRole('region', { name: 'Notes' });
    await notes.getByText(messages.notes.empty).waitFor();
    await notes.getByLabel('New note').fill('Prefers wool');
    const add = notes.getByRole('button', { name: 'Add note' });
    await office.withFailingRequests('**/notes', async () => {
      await add.click();
      await office.seesAndClosesToast(messages.notes.failed);
    });
    await add.click();
    await office.seesAndClosesToast(messages.notes.added);
    const note = notes.getByRole('listitem').filter({ hasText: 'Prefers wool' });
    await note.waitFor();
    expect(await notes.getByLabel('New note').inputValue()).toBe('');
    await expectNoFaults(page, 'the page of a customer');
    await note.getByRole('button', { name: 'Delete' }).click();
    await office.seesToast(messages.notes.removed);
    await eventually(() => note.count()).toBe(0);
    await page.getByRole('button', { name: messages.trash.undo }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await note.waitFor();
  });
});
