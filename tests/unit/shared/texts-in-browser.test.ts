import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { companyMessages, officeCompanyMessages } from '#shared/company-messages.ts';
import { messages } from '#shared/messages.ts';
import { handlingMessages, orderLinkMessages, printMessages } from '#shared/order-messages.ts';
import { pageMessages } from '#shared/page-messages.ts';
import { parcelMessages } from '#shared/parcel-messages.ts';
import { priceListMessages } from '#shared/price-list-messages.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { orderingMessages } from '#shared/ordering-messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { shopMessages } from '#shared/shop-messages.ts';
import { openingMessages } from '#shared/opening-messages.ts';
import { stockMessages, stockRequestMessages } from '#shared/stock-messages.ts';
import { taxMessages } from '#shared/tax-messages.ts';
import { termsMessages } from '#shared/terms-messages.ts';
import { transferMessages } from '#shared/transfer-messages.ts';
import { visitorMessages } from '#shared/visitor-messages.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import { wishListMessages } from '#shared/wish-list-messages.ts';
import { routeTable } from '../../../src/routes.ts';

const folder = join(import.meta.dirname, '../../e2e');
const screens = join(import.meta.dirname, '../../../scripts/screens.ts');
const actions = join(import.meta.dirname, '../../../scripts/screen-actions.ts');
const browserTests = [screens, actions, ...globSync('**/*.ts', { cwd: folder })]
  .map((it) => readFileSync(resolve(folder, it), 'utf8'))
  .join('\n');

/** Answers of the API that no screen shows, or that it shows as they come: tests of the API compare them. */
const ofTheApi = [
  'messages.products.createdAnswer',
  'messages.categories.removed',
  'messages.faqs.ordered',
  'messages.banners.ordered',
  'messages.users.removedMany',
  'messages.mail.noAddress',
  'messages.orders.paidMeanwhile',
  'parcelMessages.delivered',
  'messages.sizeGuides.changed',
  'parcelMessages.parcelChanged',
  'parcelMessages.many',
  'returnMessages.refused',
  'termsMessages.marked.held',
  'termsMessages.refundedByTransfer',
  'quoteMessages.notPayable',
  'quoteMessages.unavailable',
  'visitorMessages.accountNeeded',
  'visitorMessages.confirmFirst',
];

function namesOf(node: object, before: string): string[] {
  return Object.entries(node).flatMap(([key, it]: [string, unknown]) => {
    const name = `${before}.${key}`;
    return typeof it === 'object' && it !== null ? namesOf(it, name) : [name];
  });
}

test('every text of the shop is waited for in a browser', () => {
  const texts = {
    companyMessages,
    messages,
    officeCompanyMessages,
    handlingMessages,
    openingMessages,
    orderLinkMessages,
    orderingMessages,
    printMessages,
    pageMessages,
    parcelMessages,
    priceListMessages,
    quoteMessages,
    returnMessages,
    shippingMessages,
    shopMessages,
    stockMessages,
    stockRequestMessages,
    taxMessages,
    termsMessages,
    transferMessages,
    visitorMessages,
    voucherMessages,
    wishListMessages,
  };
  const names = Object.entries(texts)
    .flatMap(([name, it]) => namesOf(it, name))
    .filter((it) => !ofTheApi.includes(it));
  expect(names.filter((it) => !browserTests.includes(it))).toEqual([]);
});

test('every screen is opened in a browser', () => {
  const isOpened = ({ path }: { path: string }) => {
    const part = '(?:\\$?\\{[^}]*\\}|[^\'"`/?]+)';
    const address = path.split('{}').join(part);
    return new RegExp(`['"\`/]${address}['"\`?#]`).test(browserTests);
  };
  expect(routeTable.filter((it) => !isOpened(it)).map((it) => it.path)).toEqual([]);
});
