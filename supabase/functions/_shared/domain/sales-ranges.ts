const dayMs = 86_400_000;

/** The preset ranges of the dashboard, up to today. */
export const salesSpans = [
  { label: '7 days', days: 7, by: 'day' },
  { label: '30 days', days: 30, by: 'day' },
  { label: '90 days', days: 90, by: 'day' },
  { label: '12 months', days: 365, by: 'month' },
] as const;

/** The first and last of that many days up to `today`, as `YYYY-MM-DD`. */
export function lastDays(days: number, today: string): { from: string; to: string } {
  const first = new Date(Date.parse(today) - (days - 1) * dayMs);
  return { from: first.toISOString().slice(0, 10), to: today };
}
