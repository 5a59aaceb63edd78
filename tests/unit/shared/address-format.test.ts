import { expect, test } from 'vitest';
import { states } from '#shared/address-states.ts';
import { formats } from '#shared/address-formats.ts';
import { addressFormat, isDoubtful, missingLines } from '#shared/domain/address-format.ts';
import { addressInput } from '#shared/schemas/addresses.ts';
import { complete } from '#shared/schemas/complete-address.ts';

const fieldsOf = (code: string | null) =>
  addressFormat(code).lines.map(({ label, required }) => (required ? label : `(${label})`));

test.each([
  ['US', 'Street address, City, State, ZIP code', 'Maine'],
  ['JP', 'Street address, Prefecture, Post code', 'Tokyo'],
  ['IE', 'Street address, City, (County), (Eircode)', 'Co. Mayo'],
  ['GB', 'Street address, Town, Post code', undefined],
  ['DE', 'Street address, Post code, City', undefined],
  ['HK', 'Street address, (District), Area', 'Kowloon'],
  ['AE', 'Street address, Emirate', 'Dubai'],
  ['BR', 'Street address, City, State, Post code', 'Bahia'],
  // Not known yet.
  [null, 'Street address, City, (State), (Post code)', undefined],
])('the fields of %s are %s', (code, fields, state) => {
  expect(fieldsOf(code).join(', ')).toBe(fields);
  const list = states[code ?? '']?.split('~');
  if (state) expect(list).toContain(state);
  else expect(list).toBeUndefined();
});

test('every country has a street, and a pattern that its example fits', () => {
  expect(Object.keys(formats).length).toBeGreaterThan(240);
  for (const code of Object.keys(formats)) {
    expect(fieldsOf(code), code).toContain('Street address');
    expect(isDoubtful(code, addressFormat(code).example), code).toBe(false);
  }
});

test('a postcode is doubted where it looks like none of the country', () => {
  expect(isDoubtful('US', '04101-1234')).toBe(false);
  expect(isDoubtful('US', '4101')).toBe(true);
  expect(isDoubtful('GB', ' ec1y 8sy ')).toBe(false);
  expect(isDoubtful('IE', '')).toBe(false);
  expect(isDoubtful('HK', '999077')).toBe(false);
});

const ireland = { recipient: 'Ada', country: 'Éire', address: 'Ballymacurly', city: 'Roscommon' };

test('only a required line that is empty is refused', async () => {
  const schema = complete(addressInput, (name) => Promise.resolve(name === 'Éire' ? 'IE' : 'JP'));
  expect(await schema.safeParseAsync(ireland)).toMatchObject({ success: true });
  const refused = await schema.safeParseAsync({ ...ireland, country: '日本', city: '' });
  expect(refused.error?.issues.map((it) => it.path[0])).toEqual(['state', 'postcode']);
  expect(
    missingLines('SG', { address: '1 Orchard Road', city: '', state: '', postcode: '1' }),
  ).toEqual([]);
});
