import { expect, test } from 'vitest';
import { csvFile } from '../../../supabase/functions/api/csv.ts';

/** Pages of which the one at this place cannot be read. */
async function* pages(broken: number) {
  for (let i = 0; i < 3; i += 1) {
    if (i === broken) throw new Error('away');
    yield await Promise.resolve([[`row ${i}`]]);
  }
}

test('a file is begun only when something can be read, and breaks off rather than end too early', async () => {
  const whole = await csvFile('a.csv', ['head'], pages(9));
  expect(await whole.text()).toBe('head\r\nrow 0\r\nrow 1\r\nrow 2\r\n');
  await expect(csvFile('a.csv', ['head'], pages(0))).rejects.toThrow('away');
  const half = await csvFile('a.csv', ['head'], pages(1));
  await expect(half.text()).rejects.toThrow('away');
});
