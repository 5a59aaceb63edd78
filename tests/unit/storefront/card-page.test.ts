import { afterEach, expect, test, vi } from 'vitest';
import { goToCardPage, payingEvent } from '../../../src/stores/card-page.ts';

afterEach(() => vi.unstubAllGlobals());

test('opening the payment page notifies the shop, and ends when the page is restored', async () => {
  const page = new EventTarget();
  const assign = vi.fn();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('location', { assign });
  const told = vi.fn();
  page.addEventListener(payingEvent, told);

  const back = goToCardPage('https://pay.example/1');
  expect(told).toHaveBeenCalledOnce();
  expect(assign).toHaveBeenCalledWith('https://pay.example/1');
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await expect(back).resolves.toBeUndefined();
});
