const dayMs = 86_400_000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The preset ranges of the dashboard, up to today. */
export const salesSpans = [
  { label: '7 days', days: 7, by: 'day' },
  { label: '30 days', days: 30, by: 'day' },
  { label: '90 days', days: 90, by: 'day' },
  { label: '12 months', days: 365, by: 'month' },
] as const;

/** The first and last of that many days in UTC, up to today, as `YYYY-MM-DD`. */
export function lastDays(days: number, now: number = Date.now()): { from: string; to: string } {
  return { from: toDay(now - (days - 1) * dayMs), to: toDay(now) };
}
