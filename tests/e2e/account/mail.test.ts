import { expect, onTestFinished } from 'vitest';
import { messages } from '#shared/messages.ts';
import { orderLinkMessages } from '#shared/order-messages.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { good, offer } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { joinCompany } from '../../support/company.ts';
import { demoGarment, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { mailedText, mailsTo } from '../../support/mailbox.ts';
import { purchase } from '../../support/purchases.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

phoneFirst('On a $name', ({ width }) => {
  test('the words of a mail are changed beside their preview', async ({ visit }) => {
    const { office, main, page } = await openOffice(visit, '', { width });
    await office.open('/admin/settings');
    await main.getByRole('link', { name: 'Mail', exact: true }).click();
    await office.arriveAt('/admin/settings/mail');
    if (width < 700) await main.getByText('All emails').click();
    await main.getByRole('link', { name: 'Order refunded' }).click();
    const subject = main.getByLabel('Subject');
    await eventually(() => subject.inputValue()).toBe('Your refund for order {number}');
    const opening = main.getByLabel('Opening text');
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
    await page.clock.install();
    await subject.fill('');
    await save.click();
    await main.getByText('Required').waitFor();
    // Long enough for a preview, which would be refused.
    await page.clock.fastForward(1000);
    await subject.fill('Your refund for order {number}');
    await opening.fill(before);
    await save.click();
    await office.seesAndClosesToast(messages.mail.saved);
  });

  test('an order shows its mails, one is sent again, and it shows the order without signing in', async ({
    visit,
  }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), demoGarment()]);
    const bought = await purchase(customer, garment);
    const { office } = await openOffice(visit, '', { width });
    await office.open(`/admin/orders/${bought.id}`);
    const mails = office.main.getByRole('region', { name: 'Emails' });
    await mails.getByText(/To be sent on/).waitFor();
    await bought.pay();
    const received = () => mailsTo(customer.email);
    await eventually(async () => (await received()).length).toBe(1);
    await office.page.reload();
    await mails.getByText(/^Sent/).waitFor();
    await mails.getByText(`Order paid · ${customer.email}`).waitFor();
    await mails.getByRole('button', { name: 'Send again' }).click();
    await office.seesAndClosesToast(messages.mail.sentAgain);
    await eventually(async () => (await received()).length).toBe(2);
    const [second, first] = await received();
    expect(second?.subject).toBe(first?.subject);
    await mails.getByRole('button', { name: 'Send again' }).waitFor();

    const [link = ''] = /http\S+\/order\/[\w.-]+/.exec(second?.text ?? '') ?? [];
    const { page, expectAnswer } = await visit({ width });
    const answer = await page.goto(link);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    await page.getByRole('heading', { name: /^Order HM-\d+$/ }).waitFor();
    const way = page.getByRole('list', { name: 'How far the order is' });
    expect(await way.getByRole('listitem').allInnerTexts()).toHaveLength(5);
    await page.getByText(`${garment.title} × 1`).waitFor();
    expect(await page.content()).not.toContain(customer.email);
    expectAnswer(404, /\/order\//);
    await page.goto(`${link}x`);
    await page.getByText(orderLinkMessages.ended).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(/\/login\?next=%2Fuser%2Fall-orders$/);
  });
});

phoneFirst('For a company on a $name', ({ width }) => {
  test('a quote is asked for in the cart, offered by the office, accepted, and paid at once or later', async ({
    visit,
  }) => {
    const { products } = await newGoods(2);
    const [garment, other = garment] = products;
    const { shop, main, page, customer } = await openShop(visit, { width });
    await shop.open('/user/quotes');
    await main.getByText(quoteMessages.none).waitFor();
    await shop.putIntoCart(garment);
    const priced = page.waitForResponse(/\/cart\/price/);
    await shop.open('/cart');
    await priced;
    await main.getByText('Total', { exact: true }).waitFor();
    expect(await main.getByRole('button', { name: 'Ask for a quote' }).count()).toBe(0);
    const { name } = await joinCompany(customer.email, { terms_days: 30, credit_limit: 500 });
    await shop.open('/cart');
    await main.getByRole('button', { name: 'Ask for a quote' }).click();
    await page.getByRole('dialog').getByLabel('Message').fill('And for 12?');
    await expectNoFaults(page, 'the question for a quote');
    await page.getByRole('button', { name: 'Send request' }).click();
    await shop.arriveAt(/^\/user\/quotes\//);
    await shop.seesToast(quoteMessages.requested);
    await main.getByText('And for 12?').waitFor();
    const number = await main.getByRole('heading', { name: /^Q-/ }).innerText();

    const { office } = await openOffice(visit, '', { width });
    await office.open('/admin/dashboard');
    await office.main.getByRole('link', { name: /quotes? to answer/ }).click();
    await office.arriveAt('/admin/quotes');
    await office.openTable('/admin/quotes', name);
    await office.main.getByRole('link', { name: number }).click();
    await office.arriveAt(/^\/admin\/quotes\/.+/);
    const form = office.main.getByRole('region', { name: 'Offer' });
    await form.getByLabel('Add a product').fill('no such garment');
    await form.getByText(quoteMessages.nothingFound).waitFor();
    await form.getByLabel('Add a product').fill(other.title);
    await form.getByRole('button', { name: other.title }).click();
    await form.getByLabel('Pieces').first().fill('');
    await form.getByLabel('Unit price').first().fill('4.50');
    await form.getByRole('button', { name: 'Send offer' }).click();
    await form.getByText('At least 1').waitFor();
    await expectNoFaults(office.page, 'a quote that is being written');
    await form.getByLabel('Pieces').first().fill('12');
    await form.getByRole('button', { name: `Remove ${other.title}` }).click();
    await form.getByText('Products total: $54.00').waitFor();
    await form.getByText(/^List price \$[\d.]+, \d+% off$/).waitFor();
    await form.getByText(/ at list prices, discount \$/).waitFor();
    await form.getByRole('button', { name: 'Send offer' }).click();
    await office.seesAndClosesToast(quoteMessages.offered);
    const messages = office.main.getByRole('region', { name: 'Messages' });
    await messages.getByLabel('Your message').fill('Within a week.');
    await messages.getByRole('button', { name: 'Send message' }).click();
    await office.seesAndClosesToast(quoteMessages.answered);

    const mail = await mailedText(customer.email, 'Your quote');
    await shop.open(/\/user\/quotes\/[\w-]+/.exec(mail)?.[0] ?? '');
    await shop.sees('Within a week.', '$4.50 each');
    await page
      .getByRole('navigation', { name: 'Account' })
      .getByRole('link', { name: 'Quotes' })
      .waitFor();
    await main.getByLabel('Your message').fill('Very good.');
    await main.getByRole('button', { name: 'Send message' }).click();
    await shop.seesAndClosesToast(quoteMessages.written);
    await main.getByText('Very good.').waitFor();
    await expectNoFaults(page, 'a quote');
    await main.getByLabel('Purchase order number').fill('PO-9');
    if (width < 500) {
      await main.getByRole('button', { name: 'Accept and pay', exact: true }).click();
      await page.getByLabel(/card number/i).waitFor();
      await shop.payByCard();
    } else {
      await main.getByRole('radio', { name: 'Pay within 30 days' }).check();
      await main.getByText('Available credit $500.00').waitFor();
      await main.getByRole('button', { name: 'Accept and pay later' }).click();
      await main.getByText('You pay later, by bank transfer.').waitFor();
    }
    await shop.open('/user/quotes');
    await main.getByText('Accepted').waitFor();
    await main.getByRole('link', { name: number }).click();
    await main
      .getByText(width < 500 ? /Your order HM-\d+ is paid/ : /Your order HM-\d+ is on terms/)
      .waitFor();
  });

  test('the office begins a quote, and it is declined', async ({ visit }) => {
    const { shop, main, page, customer } = await openShop(visit, { width });
    const { name } = await joinCompany(customer.email);
    const { office } = await openOffice(visit, '', { width });
    await office.open('/admin/quotes');
    await office.main.getByRole('button', { name: 'New quote' }).click();
    await office.dialog.getByLabel('Company').last().fill(name);
    await office.dialog.getByRole('button', { name }).click();
    await office.arriveAt(/^\/admin\/quotes\/.+/);
    const id = new URL(office.page.url()).pathname.split('/').at(-1);
    await office.open(`/admin/quotes/${id}`);
    await office.main.getByRole('heading', { name }).waitFor();
    await shop.open(`/user/quotes/${id}`);
    await main.getByRole('button', { name: 'Decline' }).click();
    await page.getByText(quoteMessages.confirmDecline).waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await shop.seesToast(quoteMessages.declined);
    await main.getByText('Declined', { exact: true }).waitFor();
  });

  test('an order of the office is paid by the link in its mail, without signing in', async ({
    visit,
  }) => {
    const [customer, { products }] = await Promise.all([registeredCustomer(), newGoods()]);
    const { office } = await openOffice(visit, '', { width });
    await office.open('/admin/orders');
    await office.main.getByRole('link', { name: 'New order' }).click();
    await office.arriveAt('/admin/neworder');
    await office.main.getByRole('button', { name: 'Place order' }).click();
    await office.main.getByText('Choose a customer').waitFor();
    const { UserauthToken: token } = await good('POST', '/auth/user-login', { json: customer });
    const chooseFrom = async (country: string, search: string) => {
      await good('PUT', '/users/profile', { token, json: { country } });
      await office.main.getByLabel('Customer', { exact: true }).last().fill(search);
      await office.main.getByRole('button', { name: customer.email }).click();
      await office.main.getByText(`Dublin, Co. Dublin, ${country}`).waitFor();
    };
    await chooseFrom('Wakanda', customer.email);
    await office.main.getByText(shippingMessages.customerCountry('Wakanda')).waitFor();
    await office.main.getByRole('button', { name: 'Choose another' }).click();
    await chooseFrom('Irland', customer.lastname);
    await office.main.getByLabel('Add a product').last().fill(products[0].title);
    await office.main.getByRole('button', { name: products[0].title }).click();
    await office.main.getByLabel('Unit price').fill('7');
    await expectNoFaults(office.page, 'a new order');
    await office.main.getByRole('button', { name: 'Place order' }).click();
    await office.seesToast(quoteMessages.orderPlaced);
    await office.main.getByText('It was placed in the back office').waitFor();

    const mail = await mailedText(customer.email, 'Please pay for your order');
    const shop = new Shop((await visit({ width })).page);
    const { main, page } = shop;
    await shop.open(/\/order\/[\w.-]+/.exec(mail)?.[0] ?? '');
    const ways = main.getByRole('button', { name: /^Pay / });
    expect(await ways.allInnerTexts()).toEqual(['Pay now']);
    onTestFinished(await offer('cash'));
    await page.reload();
    expect(await ways.allInnerTexts()).toEqual(['Pay with Paystack', 'Pay on delivery']);
    await expectNoFaults(page, 'an order to pay by its link');
    await ways.first().click();
    await page.getByLabel(/card number/i).waitFor();
    await shop.fillCard();
    await page.getByRole('button', { name: /^pay/i }).click();
    await shop.arriveAt(/^\/order\//);
    await main.getByRole('link', { name: 'Sign in to see all your orders' }).waitFor();
    expect(await main.getByText('$7.00').count()).toBeGreaterThan(0);
  });
});

test('a shop that sends no mail says so', async ({ visit }) => {
  const { office, page, main, dialog } = await openOffice(visit);
  await office.withoutMail();
  await page.route('**/api/v1/orders/admin/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mails: [] } });
  });
  await office.open('/admin/settings/mail');
  await main.getByText(messages.mail.off).waitFor();
  const [customer, garment] = await Promise.all([registeredCustomer(), demoGarment()]);
  const { id } = await purchase(customer, garment);
  await office.open(`/admin/orders/${id}`);
  await main.getByText(messages.mail.noneOfOrder).waitFor();
  const email = 'ada@example.com';
  await page.request.post('/api/v1/contact/submit', {
    data: { firstname: 'Ada', lastname: id, email, message: 'Is it wool?' },
  });
  await office.openTable('/admin/messages', id);
  await office.row(id).getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByLabel('Your answer').fill('Yes, all of it.');
  const byMail = dialog.getByRole('link', { name: 'Answer by email' });
  await eventually(() => byMail.getAttribute('href')).toMatch(
    /^mailto:ada@example\.com\?subject=Your%20message.*Yes%2C%20all%20of%20it\..*%3E%20Is%20it%20wool/,
  );
  await dialog.getByRole('button', { name: 'Save and mark as answered' }).click();
  await office.seesAndClosesToast(messages.contact.answered);

  // The mails that failed are those of other tests too, which may have left some.
  await page.route('**/api/v1/mail', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), failed: [] } });
  });
  await office.open('/admin/settings/mail');
  await main.getByText(messages.mail.noneFailed).waitFor();
});
