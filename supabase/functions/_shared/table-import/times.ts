const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?(?:\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/;
const german = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:,?\s+(\d\d?):(\d\d)(?::(\d\d))?)?$/;
const english =
  /^(?:[A-Z][a-z]{2,8},? )?([A-Z][a-z]{2})[a-z]* (\d\d?),? (\d{4})(?:,?\s+(\d\d?):(\d\d)(?::(\d\d))?\s*([AP]M)?)?$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const two = (value: number | string): string => String(value).padStart(2, '0');

function isTime(year: string, month: string, day: string, hour: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day) && Number(hour) < 24;
}

function written(
  [year = '', month = '', day = '', hour = '00', minute = '00', second = '00']: (
    string | undefined
  )[],
  offset = '',
): string | null {
  const parts = [year, two(month), two(day), two(hour)] as const;
  if (!isTime(...parts) || Number(minute) > 59 || Number(second) > 59) return null;
  return `${parts.slice(0, 3).join('-')}T${parts[3]}:${minute}:${second}${offset}`;
}

/**
 * A time as other shops write it, as `2024-03-01T10:22:33`, with an offset where it has one. Null where it is none, or where day
 * and month may be meant the other way round, as in 01/02/2024.
 */
export function plainTime(text: string): string | null {
  const trimmed = text.trim();
  const [, ...parts] = iso.exec(trimmed) ?? [];
  if (parts.length > 0) {
    const zone = parts[6] ?? '';
    const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
    return written(parts.slice(0, 6), offset);
  }
  const [, day, month, year, ...clock] = german.exec(trimmed) ?? [];
  if (year) return written([year, month, day, ...clock]);
  const [, name = '', date, full, hour, minute, second, half = ''] = english.exec(trimmed) ?? [];
  const place = months.indexOf(name.toLowerCase()) + 1;
  if (place === 0) return null;
  const twelve = half !== '' && hour !== undefined;
  const hours = twelve ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : hour;
  return written([full, String(place), date, hours?.toString(), minute, second]);
}
