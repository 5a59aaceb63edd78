import type { ReturnTerms, ShopPromises } from '../schemas/promises.ts';

export type ReturnTermsRow = Omit<ReturnTerms, 'sendDays' | 'exchangeAtOnce'> & {
  send_days: number;
  exchange_at_once: boolean;
};

/** What `shop_promises` returns. */
export interface PromisesRow {
  order_by: string;
  return_days: number;
  returns: ReturnTermsRow;
  zones: {
    countries: string[];
    methods: {
      name: string;
      price: number;
      varies: boolean;
      free_from: number | null;
      max_weight: number | null;
      days_from: number;
      days_to: number;
      arrives_from: string;
      arrives_to: string;
    }[];
  }[];
}

export const toReturnTerms = ({
  send_days: sendDays,
  exchange_at_once: exchangeAtOnce,
  ...terms
}: ReturnTermsRow): ReturnTerms => ({ ...terms, sendDays, exchangeAtOnce });

export const toPromises = (row: PromisesRow): ShopPromises => ({
  orderBy: row.order_by,
  returnDays: row.return_days,
  returns: toReturnTerms(row.returns),
  zones: row.zones.map(({ countries, methods }) => ({
    countries,
    methods: methods.map(({ name, price, varies, ...it }) => ({
      ...{ name, price, varies, freeFrom: it.free_from, maxWeight: it.max_weight },
      ...{ daysFrom: it.days_from, daysTo: it.days_to },
      ...{ arrivesFrom: it.arrives_from, arrivesTo: it.arrives_to },
    })),
  })),
});
