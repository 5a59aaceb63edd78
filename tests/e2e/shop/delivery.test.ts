import { expect } from 'vitest';
import { addressMessages } from '#shared/address-messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { good } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';

const width = 390;

test('a missing address is asked for and saved by Pay Now, and Change comes back; a gift goes to the last of three addresses', async ({
  visit,
}) => {
  const { page, shop, main, customer } = await openShop(visit, { width });
  const { office } = await openOffice(visit);
  const { UserauthToken: token } = await good('POST', '/auth/user-login', { json: customer });
  await good('PUT', '/users/profile', { token, json: { address: '', country: '' } });
  await shop.putIntoCart(await demoGarment());
  await shop.checkOut();
  const address = main.getByLabel('Street address');
  await address.waitFor();
  const country = main.getByLabel('Country');
  await shop.payNow.click();
  await waitForFocus(country);
  await expectNoFaults(page, 'a checkout without an address');
  await country.fill('Wakanda');
  await address.fill('4 Mill Lane');
  await main.getByLabel('City').fill('Dublin');
  await shop.payNow.click();
  await waitForFocus(country);
  await main.getByText(shippingMessages.unknownCountry).waitFor();
  await country.fill('Republic of Ireland');
  await shop.goToCardPage();
  await shop.open('/checkout');
  await main.getByRole('link', { name: 'Change' }).click();
  await shop.arriveAt('/user/manage-account');
  await main.getByLabel('County').fill('Munster');
  await main.getByRole('button', { name: 'Update' }).click();
  await shop.arriveAt('/checkout');
  await main.getByText('4 Mill Lane\nD02 X285 Dublin, Munster').waitFor();

  // One is added in the account and suggested at checkout from then on, another at checkout.
  await shop.open('/user/addresses');
  await main.getByText(addressMessages.none).waitFor();
  await main.getByRole('button', { name: 'Add an address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Yuki Tanaka');
  await dialog.getByLabel('Country').fill('日本');
  await dialog.getByLabel('Country').blur();
  await dialog.getByLabel('Prefecture').fill('Tokyo');
  await dialog.getByLabel('Post code').fill('12');
  await dialog.getByLabel('Street address').fill('1-2-3 Jingumae');
  await dialog.getByText(addressMessages.isRight('154-0023')).waitFor();
  await dialog.getByLabel('Suggest this address').check();
  await expectNoFaults(page, 'an address of Japan');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await shop.seesAndClosesToast(addressMessages.saved);

  await shop.open('/checkout');
  const choice = (name: string) => main.getByRole('radio', { name });
  await eventually(() => choice('Yuki Tanaka').isChecked()).toBe(true);
  await choice('Another address').check();
  await country.fill('United States');
  await country.blur();
  await main.getByLabel('ZIP code').fill('04101');
  await main.getByLabel('Full name').fill('Mo Brook');
  await address.fill('18 Quay Street');
  await main.getByLabel('City').fill('Portland');
  await main.getByLabel('This is a gift').check();
  const message = main.getByLabel('Gift message');
  await message.fill('x'.repeat(501));
  await shop.payNow.click();
  await waitForFocus(message);
  await main.getByText(addressMessages.giftTooLong(1, 500)).waitFor();
  await message.fill('For <b>you</b>\n🎂');
  await shop.payNow.click();
  const state = main.getByLabel('State');
  await waitForFocus(state);
  await expectNoFaults(page, 'a checkout to another address');
  await state.fill('Maine');
  await shop.goToCardPage();
  await shop.open('/checkout');
  await eventually(() => choice('Mo Brook').isChecked()).toBe(true);
  await shop.goToCardPage();
  await shop.payByCard();
  await main.getByText('Mo Brook\n18 Quay Street\n04101 Portland, Maine\nUnited States').waitFor();

  const { orders } = await good('GET', '/orders/user-orders?status=Paid', { token });
  const id = orders[0]?._id ?? '';
  await shop.open(`/user/invoice/${id}`);
  await main.getByText('4 Mill Lane, D02 X285 Dublin, Munster, Republic of Ireland').waitFor();
  await main.getByText('18 Quay Street, 04101 Portland, Maine, United States').waitFor();
  await office.open(`/admin/orders/${id}`);
  await office.main.getByText('For <b>you</b>\n🎂').waitFor();
  await office.open(`/admin/print/slips#${id}`);
  await office.main.getByText('For <b>you</b>\n🎂').waitFor();
  await office.main.getByText('Mo Brook', { exact: true }).waitFor();
  expect(await office.main.innerText()).not.toContain('$');

  await shop.open('/user/addresses');
  await main.getByRole('button', { name: 'Delete the address of Mo Brook' }).click();
  await page.getByRole('dialog').getByText(addressMessages.confirmDelete).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await shop.seesAndClosesToast(addressMessages.removed);
});
