/** The start of a day in UTC, or of the day `days` later. */
export function dayStart(day: string | undefined, days = 0): string | undefined {
  if (day === undefined) return undefined;
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString();
}
