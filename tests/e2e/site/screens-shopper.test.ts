import { demoGarment, registeredCustomer } from '../../support/customers.ts';
import { newGoods } from '../../support/goods.ts';
import { scanScreens } from '../../support/screen-scan.ts';
import { Shop } from '../../support/shop.ts';
import { phone } from '../../support/widths.ts';

scanScreens({
  role: 'shopper',
  first: phone,
  prepare: async (visitor) => {
    const shop = new Shop(visitor.page);
    visitor.expectAnswer(400, /\/users\/(profile|change-password)$/);
    visitor.expectAnswer(404, /\/orders\/(settle|user-orders\/[^/]+(\/invoices)?)$/);
    await shop.returnAs(await registeredCustomer());
    const { products } = await newGoods();
    // With a picture and without.
    for (const it of [await demoGarment(), products[0]]) await shop.putIntoCart(it);
  },
});
