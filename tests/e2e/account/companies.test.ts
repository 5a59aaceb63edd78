import { expect } from 'vitest';
import { companyMessages, officeCompanyMessages } from '#shared/company-messages.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { mailsTo } from '../../support/mailbox.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { intercept } from '../../support/intercept.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

/** The address in the newest of so many mails. */
async function addressIn(email: string, mails: number): Promise<string> {
  await eventually(async () => (await mailsTo(email)).length).toBe(mails);
  const [mail] = await mailsTo(email);
  return /http\S+\/wholesale\/join\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

phoneFirst('On a $name', ({ width }) => {
  test('a company asks for wholesale, is approved, and orders together', async ({ visit }) => {
    const { shop, main, customer: person, ...visitor } = await openShop(visit, { width });
    const { office, ...keeper } = await openOffice(visit, '', { width });
    const colleague = await registeredCustomer();
    const name = `Mills ${person.lastname}`;
    await shop.open('/user/company');
    await main.getByText(companyMessages.noCompany).waitFor();
    await main.getByRole('link', { name: 'About wholesale' }).click();
    await shop.arriveAt('/wholesale');
    const ask = () => main.getByRole('button', { name: 'Apply for wholesale' }).click();
    await main.getByLabel('Company name').fill(name);
    await main.getByLabel(/^VAT number/).fill('IE6433436F');
    await main.getByLabel('Street address').fill('1 Quay');
    await main.getByLabel('City').fill('Cork');
    await main.getByLabel('What do you sell?').fill('Shirts');
    await ask();
    await shop.sees(/^Not a VAT number/, 'Choose a country');
    await expectNoFaults(visitor.page, 'the form that asks for wholesale');
    await main.getByLabel(/^VAT number/).fill('ie 6433435 f');
    await main.getByLabel('Country').selectOption('IE');
    await ask();
    await shop.seesAndClosesToast(companyMessages.requested);
    await main.getByText(companyMessages.waiting).waitFor();

    // Refused, asked again, and approved.
    await office.openTable('/admin/companies?status=requested', name);
    await office.row(name).getByRole('link', { name }).click();
    await office.arriveAt(/^\/admin\/companies\/[\w-]+$/);
    const press = (label: string) => office.main.getByRole('button', { name: label }).click();
    await press('Refuse');
    await office.seesAndClosesToast(officeCompanyMessages.refused);
    await visitor.page.reload();
    await main.getByText(companyMessages.refused).waitFor();
    const country = main.getByLabel('Country');
    await eventually(() => country.inputValue()).toBe('IE');
    // Whoever comes back to the tab later gets the countries again, and keeps the chosen one.
    await country.selectOption('DE');
    await visitor.page.clock.setSystemTime(Date.now() + 60_000);
    const countries = visitor.page.waitForResponse(/\/countries$/);
    await visitor.page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await (await countries).finished();
    await visitor.page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await country.inputValue()).toBe('DE');
    await country.selectOption('IE');
    await ask();
    await shop.seesAndClosesToast(companyMessages.requested);
    await keeper.page.reload();
    await press('Approve');
    await office.seesAndClosesToast(officeCompanyMessages.approved);
    await press('Edit');
    await office.dialog.getByLabel('Price list').selectOption({ index: 1 });
    await office.dialog.getByLabel('Payment terms in days').fill('30');
    await office.dialog.getByLabel('Credit limit').fill('2500');
    await office.dialog
      .getByLabel('VAT number verified: no tax on deliveries to other EU countries')
      .check();
    await expectNoFaults(keeper.page, 'the form of a company');
    const save = office.dialog.getByRole('button', { name: 'Update' });
    await office.withFailingRequests('**/companies/admin/*', async () => {
      await save.click();
      await office.seesAndClosesToast(companyMessages.failed);
    });
    await save.click();
    await office.seesAndClosesToast(officeCompanyMessages.saved);
    await office.main.getByText('Within 30 days').waitFor();
    await expectNoFaults(keeper.page, 'the page of a company');
    const address = keeper.page.url();

    await visitor.page.reload();
    await main.getByText(companyMessages.approved).waitFor();
    await main.getByRole('link', { name: 'Your company' }).click();
    await shop.arriveAt('/user/company');
    await main.getByText(companyMessages.noOrders).waitFor();
    const invite = async () => {
      await main.getByLabel('Colleague’s email').fill(colleague.email);
      await main.getByRole('button', { name: 'Invite' }).click();
      await shop.seesAndClosesToast(companyMessages.invited);
    };
    await invite();
    await expectNoFaults(visitor.page, 'the page of the own company');
    await main.getByRole('button', { name: /^Withdraw/ }).click();
    await shop.seesAndClosesToast(companyMessages.withdrawn);
    const withdrawn = await addressIn(colleague.email, 1);
    await invite();
    const link = await addressIn(colleague.email, 2);

    // It is for nobody else who has the link.
    visitor.expectAnswer(403, /\/wholesale\/invitations\//);
    await shop.open(link);
    await main.getByRole('button', { name: 'Accept the invitation' }).click();
    await main.getByText(`This invitation is for ${colleague.email}. Please sign in`).waitFor();
    await expectNoFaults(visitor.page, 'an invitation of somebody else');

    // Signed out, one comes back after the sign-in.
    const other = await visit({ width });
    const theirs = new Shop(other.page);
    other.expectAnswer(404, /\/wholesale\/invitations\//);
    await theirs.open(withdrawn);
    await theirs.main.getByText(companyMessages.invitationEnded).waitFor();
    await theirs.open(link);
    await theirs.sees(`${name} invites you`, `Please use the account for ${colleague.email}`);
    await expectNoFaults(other.page, 'an invitation');
    await theirs.main.getByRole('link', { name: 'Log in to accept' }).click();
    await theirs.arriveAt('/login');
    await theirs.enterCredentials(colleague);
    await theirs.arriveAt('/wholesale/join');
    await theirs.main.getByRole('button', { name: 'Accept the invitation' }).click();
    await theirs.seesToast(companyMessages.joined);
    await theirs.arriveAt('/user/company');
    await theirs.heading('Your orders for the company');
    await theirs.main.getByRole('button', { name: 'Leave' }).click();
    await other.page.getByRole('dialog').getByText(companyMessages.confirmLeave).waitFor();
    await other.page.getByRole('dialog').getByRole('button', { name: 'No' }).click();

    await shop.open('/user/company');
    const who = `Ada ${colleague.lastname}`;
    await main.getByLabel(`Role of ${who}`).selectOption('manager');
    await shop.seesAndClosesToast(companyMessages.memberChanged);
    await main.getByRole('button', { name: `Remove ${who}` }).click();
    await visitor.page.getByRole('dialog').getByText(companyMessages.confirmRemove).waitFor();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await shop.seesAndClosesToast(companyMessages.memberRemoved);

    await office.openTable('/admin/customers', person.lastname);
    await office.row(person.lastname).getByRole('link', { name: 'View Orders' }).click();
    await office.main.getByRole('link', { name }).click();
    await office.arriveAt(/^\/admin\/companies\/[\w-]+$/);
    await press('Suspend');
    await office.seesAndClosesToast(officeCompanyMessages.suspended);
    await shop.open('/wholesale');
    await main.getByText(companyMessages.suspended).waitFor();
    const stop = await intercept(keeper.page, '**/api/v1/companies/admin/*', async (route) => {
      const response = await route.fetch();
      const { company } = await response.json();
      await route.fulfill({ response, json: { company: { ...company, members: [] } } });
    });
    await office.open(address);
    await office.main.getByText(officeCompanyMessages.noMembers).waitFor();
    stop();
    keeper.expectAnswer(404, /\/companies\/admin\//);
    await office.open(`/admin/companies/${crypto.randomUUID()}`);
    await office.main.getByText(officeCompanyMessages.unknown).waitFor();
  });
});
