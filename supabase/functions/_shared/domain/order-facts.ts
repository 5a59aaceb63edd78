import { counted } from './counted.ts';

interface Days {
  readonly daysFrom: number;
  readonly daysTo: number;
}

/** How long a delivery takes: `3 to 5 days`; empty where nothing is said. */
export function deliveryDays({ daysFrom, daysTo }: Days): string {
  const most = counted(daysTo, 'day');
  if (daysTo === 0 || daysFrom === daysTo) return daysTo === 0 ? '' : most;
  return daysFrom === 0 ? `up to ${most}` : `${daysFrom} to ${most}`;
}

/** The time that there is to pay for an order, until a time in words. */
export const holdText = (until: string): string =>
  `We hold your pieces until ${until}. After that, you can still pay while they are in stock.`;
