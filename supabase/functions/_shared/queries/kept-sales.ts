import { lastDays, salesSpans } from '../domain/sales-ranges.ts';
import type { Db } from './database.ts';

/** Adds up the past days of the dashboard's ranges where that has not been done since they last changed. */
export async function keepSales(service: Db): Promise<void> {
  for (const { days, by } of salesSpans) {
    const { from, to } = lastDays(days);
    await service.call('keep_sales', { p_from: from, p_to: to, p_by: by });
  }
}
