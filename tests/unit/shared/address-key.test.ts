import { expect, test } from 'vitest';
import { addressKey } from '../../../supabase/functions/_shared/domain/address-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2'],
  // A household whose prefix has zeros in it is no crowd.
  ['2001:db8::3:4:5:6', '2001:db8:0:0'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
