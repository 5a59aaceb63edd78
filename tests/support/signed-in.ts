import { request } from 'playwright';
import { BackOffice } from './back-office.ts';
import type { OpenVisitor, VisitorOptions } from './browser.ts';
import { demoAdministrator, registeredCustomer, type Customer } from './customers.ts';
import { Shop } from './shop.ts';
import { stack } from './stack.ts';

/** A browser in which a customer, by default a new one, is signed in. */
export async function openShop(visit: OpenVisitor, options?: VisitorOptions, who?: Customer) {
  const visitor = await visit(options);
  const customer: Customer = who ?? (await registeredCustomer());
  const shop = new Shop(visitor.page);
  await shop.returnAs(customer);
  return { ...visitor, customer, shop, main: shop.main };
}

type State = NonNullable<VisitorOptions['storageState']>;
let administrator: State | undefined;

/** The cookies of a sign-in of the demo shop's administrator, which the tests of a worker share for as long as it lasts. */
async function administratorState(): Promise<State> {
  if (!administrator || !(await isSignedIn(administrator))) administrator = await signIn();
  return administrator;
}

/** The auth server ends a sign-in that two browsers have renewed by turns. */
async function isSignedIn(storageState: State): Promise<boolean> {
  const browser = await request.newContext({ baseURL: stack().siteUrl, storageState });
  const reply = await browser.get('/session/admin');
  await browser.dispose();
  return reply.ok();
}

async function signIn(): Promise<State> {
  const browser = await request.newContext({ baseURL: stack().siteUrl });
  const reply = await browser.post('/api/v1/auth/login', { data: demoAdministrator });
  if (!reply.ok()) throw new Error(`login: ${reply.status()} ${await reply.text()}`);
  const state = await browser.storageState();
  await browser.dispose();
  return state;
}

/** The back office in a new browser. A test that signs out or changes the password needs an administrator of its own. */
export async function openOffice(
  visit: OpenVisitor,
  path = '',
  options: VisitorOptions = {},
  who?: typeof demoAdministrator,
) {
  const visitor = await visit(
    who ? options : { ...options, storageState: await administratorState() },
  );
  const office = new BackOffice(visitor.page);
  if (who) await office.returnAs(who);
  if (path) await office.open(path);
  const { bar, dialog, main } = office;
  return { ...visitor, office, bar, dialog, main };
}
