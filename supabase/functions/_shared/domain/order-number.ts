/** Numbers have at least five digits. */
const [fewest, most] = [5, 12];

const escaped = (character: string): string => character.replaceAll(/[^A-Za-z0-9]/g, '\\$&');

/** The letters and digits of one side of a pattern, whatever is between them. */
const loosely = (side: string): string =>
  [...side.replaceAll(/[^A-Za-z0-9]/g, '')].map(escaped).join('[^A-Za-z0-9]{0,3}');

/**
 * The order numbers that a text may have, such as that of a bank transfer, by the shop's pattern (`HM-{number}`): in capital or
 * small letters, with spaces or without the hyphen. Where banks have broken the digits up it is not known where the number ends: then
 * all that may be meant are returned.
 */
export function orderNumbersIn(text: string, pattern: string): string[] {
  const [before = '', after = ''] = pattern.split('{number}');
  const between = '[^A-Za-z0-9]{0,3}';
  const start = before ? `(?<![A-Za-z0-9])${loosely(before)}${between}` : '(?<![A-Za-z0-9])';
  const end = after ? `${between}${loosely(after)}(?![A-Za-z0-9])` : '(?!\\d)';
  const found = (digits: string, to: string) =>
    [...text.matchAll(new RegExp(`${start}(${digits})${to}`, 'gi'))].map(([, it = '']) =>
      it.replaceAll(/\D/g, ''),
    );
  const numberOf = (digits: string) => `${before}${digits}${after}`;
  const whole = found(`\\d{${fewest},${most}}`, end);
  if (whole.length > 0 || before === '') return [...new Set(whole)].map(numberOf);
  const broken = found(`\\d(?:[\\s.\\-/]?\\d){${fewest - 1},${most - 1}}`, after ? end : '');
  const ends = (digits: string) =>
    Array.from({ length: digits.length - fewest + 1 }, (_, i) => digits.slice(0, fewest + i));
  return [...new Set(after ? broken : broken.flatMap(ends))].map(numberOf);
}
