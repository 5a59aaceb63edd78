import { beforeEach, describe, expect, test } from 'vitest';
import { attemptKey, forgetAttempt } from '../../../src/storefront/checkout/attempt-key.ts';

/** As much of a browser's storage as the key needs. */
function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (name) => kept.get(name) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (name) => void kept.delete(name),
    setItem: (name, value) => void kept.set(name, value),
  };
}

describe('the key of an attempt to order', () => {
  let storage: Storage;
  beforeEach(() => {
    storage = memoryStorage();
  });

  test('stays the same for the same lines, so that two clicks make one order', () => {
    expect(attemptKey(storage, 'two shirts')).toBe(attemptKey(storage, 'two shirts'));
  });

  test('is another one for other lines', () => {
    const first = attemptKey(storage, 'two shirts');
    expect(attemptKey(storage, 'three shirts')).not.toBe(first);
  });

  test('is a new one where something else was kept', () => {
    for (const kept of ['"lines key"', '7', '{"lines":"two shirts"}']) {
      storage.setItem('hemline:order-attempt', kept);
      expect(attemptKey(storage, 'two shirts')).toMatch(/^[\da-f-]{36}$/);
    }
  });

  test('is another one once the attempt is over', () => {
    const first = attemptKey(storage, 'two shirts');
    forgetAttempt(storage);
    expect(attemptKey(storage, 'two shirts')).not.toBe(first);
  });
});
