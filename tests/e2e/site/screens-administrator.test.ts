import { sql } from '../../api/client.ts';
import { addProduct } from '../../sql/goods.ts';
import { BackOffice } from '../../support/back-office.ts';
import { demoGarment, registeredCustomer } from '../../support/customers.ts';
import { purchase } from '../../support/purchases.ts';
import { scanScreens } from '../../support/screen-scan.ts';
import { desk } from '../../support/widths.ts';

scanScreens({
  role: 'administrator',
  first: desk,
  prepare: async ({ page }) => {
    const office = new BackOffice(page);
    await office.returnAs();
    // An order that can be given back, and a garment that can be brought back.
    await sql`delete from products where id = ${await addProduct(sql)}`;
    const order = await purchase(await registeredCustomer(), await demoGarment());
    await order.pay();
    await office.open(`/admin/orders/${order.id}`);
    await office.main.getByRole('button', { name: 'Check payment' }).click();
    await office.main.getByText('Paid in full, in the right currency.').waitFor();
  },
});
