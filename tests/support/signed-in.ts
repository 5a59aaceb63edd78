import { BackOffice } from './back-office.ts';
import type { OpenVisitor, VisitorOptions } from './browser.ts';
import { demoAdministrator, registeredCustomer, type Customer } from './customers.ts';
import { Shop } from './shop.ts';

/** A browser in which a customer, by default a new one, is signed in. */
export async function openShop(visit: OpenVisitor, options?: VisitorOptions, who?: Customer) {
  const visitor = await visit(options);
  const customer: Customer = who ?? (await registeredCustomer());
  const shop = new Shop(visitor.page);
  await shop.returnAs(customer);
  return { ...visitor, customer, shop, main: shop.main };
}

/** A browser in which an administrator, by default that of the demo data, is signed in. */
export async function openOffice(
  visit: OpenVisitor,
  options?: VisitorOptions,
  who = demoAdministrator,
) {
  const visitor = await visit(options);
  const office = new BackOffice(visitor.page);
  await office.returnAs(who);
  return { ...visitor, office, main: office.main, dialog: office.dialog };
}
