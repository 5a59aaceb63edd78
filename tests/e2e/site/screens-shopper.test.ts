import { demoGarment, registeredCustomer } from '../../support/customers.ts';
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
    await shop.putIntoCart(await demoGarment());
  },
});
