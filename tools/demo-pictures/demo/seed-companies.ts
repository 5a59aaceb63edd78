import { northwind } from './people.ts';
import { personId } from './seed-accounts.ts';
import { productId } from './seed-catalogue.ts';
import { ago, insert, text } from './sql.ts';
import { stableId } from './stable-id.ts';

const listId = (name: string) => text(stableId(`price-list/${name}`));
const companyId = text(stableId('company/northwind'));
const shirt = text(productId('alder-oxford-shirt'));

/** An account that no bank has. */
const account = 'Hemline Ltd.\nHarbour Savings Bank\nAccount 0000 0000\nRouting 000000000';

/** Dollars of a piece of the shirt, from so many pieces on. */
const rungs = [
  ['Retail partners', 12, '56.00'],
  ['Retail partners', 24, '52.00'],
  ['Boutiques', 12, '64.00'],
] as const;

/** Price lists, and a company with two members that buys by one of them. */
export function companiesSql(): string {
  const { manager, buyer } = northwind;
  return [
    '-- Wholesale.',
    `update public.shop_settings set value = to_jsonb(${text(account)}::text) where name = 'bank_account';`,
    insert(
      'public.price_lists',
      ['id', 'name', 'percent'],
      [
        [listId('Retail partners'), text('Retail partners'), '30'],
        [listId('Boutiques'), text('Boutiques'), '20'],
      ],
    ),
    insert(
      'public.price_list_items',
      ['price_list_id', 'product_id', 'min_quantity', 'price'],
      rungs.map(([list, from, price]) => [listId(list), shirt, String(from), price]),
    ),
    insert('public.order_quantities', ['product_id', 'minimum', 'multiple'], [[shirt, '6', '6']]),
    insert(
      'public.companies',
      [
        ...['id', 'name', 'address', 'postcode', 'city', 'country', 'phone', 'about', 'status'],
        ...['price_list_id', 'terms_days', 'credit_limit', 'order_minimum', 'created_at'],
      ],
      [
        [
          ...[companyId, text('Northwind Outfitters'), text('12 Custom House Wharf')],
          ...[text('04101'), text('Portland'), text('US'), text('2025550160')],
          text('Two shops for the coast, in Portland and Camden. We carry shirts and knitwear.'),
          ...[text('approved'), listId('Retail partners'), '30', '5000', '200', ago(60, 'days')],
        ],
      ],
    ),
    insert(
      'public.company_members',
      ['user_id', 'company_id', 'role', 'created_at'],
      [
        [text(personId(manager)), companyId, text('manager'), ago(60, 'days')],
        [text(personId(buyer)), companyId, text('buyer'), ago(58, 'days')],
      ],
    ),
  ].join('\n');
}
