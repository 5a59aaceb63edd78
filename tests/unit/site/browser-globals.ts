import { vi } from 'vitest';

/** What a script of the shop finds in its browser: storage, cookies and addresses without a host. */
export function stubBrowser(storage: Map<string, string>, cookie = ''): void {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('document', { cookie, querySelectorAll: () => [] });
  vi.stubGlobal('dispatchEvent', () => true);
  const PlainRequest = Request;
  vi.stubGlobal(
    'Request',
    class extends PlainRequest {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, 'http://hemline.example'), init);
      }
    },
  );
}
