import { call, callForFile } from './client.ts';
import { ids, type Ids } from './shape.ts';

/** The calls for what a table query matches, on all pages, and for chosen rows: matching as CSV, chosen as CSV, matching ids. */
export const selectionCalls = (path: string) =>
  [
    (params: string) => callForFile(`${path}/export?${params}`, 'admin'),
    (chosen: readonly string[]) =>
      callForFile(`${path}/export`, 'admin', { method: 'POST', body: { ids: chosen } }),
    (params: string) => call<Ids>(`${path}/ids?${params}`, ids, { as: 'admin' }),
  ] as const;
