/** Writes times as clocks of a time zone show them: `2026-11-26T18:33:00`. */
export function clockIn(timeZone: string): (time: Date) => string {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ dateStyle: 'short', timeStyle: 'medium', timeZone },
  });
  return (time) => format.format(time).replace(' ', 'T');
}

/** Writes ISO times with the offset of a time zone: `2026-11-26T18:33:00-08:00`. */
export function offsetTimes(timeZone: string): (iso: string) => string {
  if (timeZone === 'UTC') return (iso) => new Date(iso).toISOString();
  const clock = clockIn(timeZone);
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longOffset', timeZone });
  return (iso) => {
    const time = new Date(iso);
    const name = zone.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return `${clock(time)}${name.replace('GMT', '') || 'Z'}`;
  };
}

/** `November 26, 2026`. */
export const longDay = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(time);

/** For emails, whose readers may be anywhere: `November 26, 2026 at 6:33 PM PST`. */
export const timeWithZone = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
  }).format(time);
