import { describe, expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { orderLinkMessages } from '../../supabase/functions/_shared/order-messages.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../support/customers.ts';
import { expectNoFaults } from '../support/faults.ts';
import { mailsTo } from '../support/mailbox.ts';
import { purchase } from '../support/purchases.ts';
import { eventually } from '../support/shop.ts';
import { widths } from '../support/widths.ts';

describe.for(widths)('On a $name', ({ width }) => {
  test('the words of a mail are changed beside their preview', async ({ visit }) => {
    const office = new BackOffice((await visit({ width })).page);
    const { main, page } = office;
    await office.returnAs();
    await office.open('/admin/settings');
    await main.getByRole('link', { name: 'Open mail' }).click();
    await office.arriveAt('/admin/settings/mail');
    await main.getByRole('link', { name: 'Order refunded' }).click();
    const subject = main.getByLabel('Subject');
    await eventually(() => subject.inputValue()).toBe('Your refund');
    const opening = main.getByLabel('Opening words');
    const before = await opening.inputValue();
    const preview = main.getByRole('region', { name: 'Preview' });
    const mail = preview.frameLocator('iframe');
    await mail.getByText('Dear Ada,').waitFor();
    await opening.fill('Hello {name},\n\nmoney is <b>back</b>.');
    await mail.getByText('money is <b>back</b>.', { exact: true }).waitFor();
    await preview.getByText('Plain text').click();
    await preview.locator('pre').getByText('Hello Ada,').waitFor();
    await expectNoFaults(page, 'the words of a mail');

    const save = main.getByRole('button', { name: 'Save' });
    await office.withFailingRequests('**/mail/texts/*', async () => {
      await save.click();
      await office.seesAndClosesToast(messages.mail.failed);
    });
    await subject.fill('');
    await save.click();
    await main.getByText('Required').waitFor();
    await subject.fill('Your refund');
    await opening.fill(before);
    await save.click();
    await office.seesAndClosesToast(messages.mail.saved);
  });

  test('an order shows its mails, and one is sent again', async ({ visit }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const bought = await purchase(customer, garment);
    const office = new BackOffice((await visit({ width })).page);
    const { main, page } = office;
    await office.returnAs();
    await office.open(`/admin/orders/${bought.id}`);
    const mails = main.getByRole('region', { name: 'Mails' });
    await mails.getByText(/To be sent on/).waitFor();
    await bought.pay();
    await eventually(() => mailsTo(customer.email).then((it) => it.length)).toBe(1);
    await page.reload();
    await mails.getByText(/^Sent/).waitFor();
    await mails.getByText(`Order paid · ${customer.email}`).waitFor();
    await mails.getByRole('button', { name: 'Send again' }).click();
    await office.seesAndClosesToast(messages.mail.sentAgain);
    await eventually(() => mailsTo(customer.email).then((it) => it.length)).toBe(2);
    const [second, first] = await mailsTo(customer.email);
    expect(second?.subject).toBe(first?.subject);
    await mails.getByRole('button', { name: 'Send again' }).waitFor();
  });
});

test.for(widths)(
  'on a $name, a mail shows its order without signing in',
  async ({ width }, { visit }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const bought = await purchase(customer, garment);
    await bought.pay();
    await eventually(() => mailsTo(customer.email).then((it) => it.length)).toBe(1);
    const [mail] = await mailsTo(customer.email);
    const [link = ''] = /http\S+\/order\/[\w.-]+/.exec(mail?.text ?? '') ?? [];
    const visitor = await visit({ width });
    const { page } = visitor;
    const answer = await page.goto(link);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    await page.getByRole('heading', { name: /^Order HM-\d+$/ }).waitFor();
    const way = page.getByRole('list', { name: 'How far the order is' });
    expect(await way.getByRole('listitem').allInnerTexts()).toHaveLength(5);
    await page.getByText(`${garment.title} × 1`).waitFor();
    expect(await page.content()).not.toContain(customer.email);
    await expectNoFaults(page, 'the page of an order behind a link');

    visitor.expectAnswer(404, /\/order\//);
    await page.goto(`${link}x`);
    await page.getByText(orderLinkMessages.ended).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(/\/login\?next=%2Fuser%2Fall-orders$/);
  },
);

test('a shop that sends no mail says so', async ({ visit }) => {
  const office = new BackOffice((await visit()).page);
  await office.returnAs();
  await office.withoutMail();
  await office.page.route('**/api/v1/orders/admin/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mails: [] } });
  });
  await office.open('/admin/settings/mail');
  await office.main.getByText(messages.mail.off).waitFor();
  const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
  const { id } = await purchase(customer, garment);
  await office.open(`/admin/orders/${id}`);
  await office.main.getByText(messages.mail.noneOfOrder).waitFor();
  const written = {
    firstname: 'Ada',
    lastname: id,
    email: 'ada@example.com',
    message: 'Is it wool?',
  };
  await office.page.request.post('/api/v1/contact/submit', { data: written });
  await office.openTable('/admin/messages', id);
  await office.row(id).getByRole('button', { name: 'Open', exact: true }).click();
  await office.dialog.getByLabel('Your answer').fill('Yes, all of it.');
  const byMail = office.dialog.getByRole('link', { name: 'Answer by mail' });
  await eventually(() => byMail.getAttribute('href')).toMatch(
    /^mailto:ada@example\.com\?subject=Your%20message.*Yes%2C%20all%20of%20it\..*%3E%20Is%20it%20wool/,
  );
  await office.dialog.getByRole('button', { name: 'Save and mark as answered' }).click();
  await office.seesAndClosesToast(messages.contact.answered);

  // The mails that failed are those of other tests too, which may have left some.
  await office.page.route('**/api/v1/mail', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), failed: [] } });
  });
  await office.open('/admin/settings/mail');
  await office.main.getByText(messages.mail.noneFailed).waitFor();
});
