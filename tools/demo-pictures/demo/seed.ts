import { accountsSql } from './seed-accounts.ts';
import { catalogueSql } from './seed-catalogue.ts';
import { companiesSql } from './seed-companies.ts';
import { officeSql, paymentsSql } from './seed-office.ts';
import { ordersSql } from './seed-orders.ts';
import { noteDemoSql, pagesSql, shopSql } from './seed-pages.ts';
import { quotesSql } from './seed-quotes.ts';
import { holdsSql, stockSql } from './seed-stock.ts';

/** The whole of `supabase/seed.sql`. */
export function seedSql(): string {
  return [
    '-- The demo shop. Written by tools/demo-pictures/demo/write-seed.ts; change it in that folder.',
    '-- A second run stops at the first insert: the ids are fixed.',
    '',
    shopSql(),
    accountsSql(),
    catalogueSql(),
    stockSql(),
    companiesSql(),
    ordersSql(),
    holdsSql,
    paymentsSql,
    quotesSql,
    pagesSql(),
    '-- The audit trail begins when the shop opens.',
    'truncate public.audit_log restart identity;',
    officeSql,
    noteDemoSql,
    '',
  ].join('\n');
}
