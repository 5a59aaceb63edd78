import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { padDuration } from '../../../supabase/functions/api/constant-duration.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test.each([
  [0, 500],
  [120, 500],
  [499, 500],
  [501, 1000],
  [1300, 1500],
])('what took %d ms is answered after %d', async (took, after) => {
  const start = performance.now();
  vi.advanceTimersByTime(took);
  let isOver = false;
  void padDuration(start).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(after - took - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
});
