import { computed } from 'nanostores';
import { lastDays } from '#shared/domain/sales-ranges.ts';
import { sales } from '../../api/admin-dashboard.ts';
import { companySales } from '../../api/admin-terms.ts';
import { query, revalidate } from '../../api/query.ts';
import { shopDay } from '../../ui/time-zone.ts';
import { $address } from '../listing/address-state.ts';

export interface SalesRange {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'month';
  /** Orders of another shop count, too. */
  readonly imported?: 'yes';
}

const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** The range in the URL; by default the last 30 days by day. */
export function readRange(search: string, today: string = shopDay()): SalesRange {
  const params = new URLSearchParams(search);
  const usual = lastDays(30, today);
  const from = params.get('from');
  const to = params.get('to');
  const by = params.get('by') === 'month' ? 'month' : 'day';
  return {
    ...{ from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to, by },
    ...(params.get('imported') === 'yes' && { imported: 'yes' }),
  };
}

const $range = computed($address, (address) => readRange(address));

/** The sales in the range of the URL. */
export const $sales = query(computed($range, sales));

/** Company payments in the same range, and what companies owe now. */
export const $companySales = query(computed($range, companySales));

export const reloadSales = (): void => revalidate('/dashboard/sales');
