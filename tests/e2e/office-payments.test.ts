import postgres from 'postgres';
import { describe, inject } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../support/customers.ts';
import { purchase } from '../support/purchases.ts';
import { eventually } from '../support/shop.ts';
import { widths } from '../support/widths.ts';

describe.for(widths)('Asked after on a $name', ({ width }) => {
  test('a payment is under way, is not what was asked for, or was never begun', async ({
    visit,
  }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const [slow, short] = [await purchase(customer, garment), await purchase(customer, garment)];
    const office = new BackOffice((await visit({ width })).page);
    const { main, page } = office;
    const { dbUrl } = inject('stack');
    const shop = postgres(dbUrl, { max: 1 });
    const provider = postgres(dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });
    const ask = main.getByRole('button', { name: 'Check payment' });
    try {
      await office.returnAs();
      // As a bank that wants to know more before it lets the money go.
      await provider`update transactions set status = 'ongoing' where reference = ${slow.reference}`;
      await office.open(`/admin/orders/${slow.id}`);
      await ask.click();
      await office.seesAndClosesToast(messages.orders.checked.pending);
      await provider`update transactions set status = 'abandoned' where reference = ${slow.reference}`;
      await shop`delete from payment_attempts where reference = ${slow.reference}`;
      await page.reload();
      await main.getByText(messages.orders.notBegun, { exact: true }).waitFor();
      await shop`update orders set status = 'Paid' where id = ${slow.id}`;
      await page.reload();
      await main.getByText(messages.orders.noCardPayment, { exact: true }).waitFor();

      await provider`update transactions set amount = amount - 100 where reference = ${short.reference}`;
      await short.pay();
      await office.open(`/admin/orders/${short.id}`);
      await eventually(async () => {
        await ask.click();
        return main.getByText('Held', { exact: true }).count();
      }).toBeGreaterThan(0);
      await office.seesToast(messages.orders.checked.held);
    } finally {
      await Promise.all([shop.end(), provider.end()]);
    }
  });
});
