import { expect, test } from 'vitest';
import { addressLines } from '#shared/domain/address.ts';

const street = { address: '18 Quay Street', city: '', postcode: '', state: '', country: '' };

test.each([
  ['', { ...street, address: '' }],
  ['18 Quay Street', street],
  [
    '18 Quay Street|04101 Portland, Maine|United States',
    { ...street, city: 'Portland', postcode: '04101', state: 'Maine', country: 'United States' },
  ],
  [
    '18 Quay Street|10013 New York',
    { ...street, city: 'New York', postcode: '10013', state: 'New York' },
  ],
  // Addresses from before there was a field for the city.
  ['18 Quay Street|D02, Leinster', { ...street, postcode: 'D02', state: 'Leinster' }],
])('an address is written as %s', (lines, address) => {
  expect(addressLines(address).join('|')).toBe(lines);
});
