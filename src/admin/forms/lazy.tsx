import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { noAnswer } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { Loading } from '../listing/Loading.tsx';

let count = 0;

/**
 * A component whose script is loaded when it is first shown. This file is loaded by all screens, so those of a single screen
 * are defined next to it.
 */
export function lazy<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
) {
  count += 1;
  const path = `script ${count}`;
  const fetch = () =>
    load().then(
      (Part) => ({ ok: true as const, Part }),
      () => noAnswer,
    );
  const $part = query({ path, fetch });
  return function Lazy(props: Props) {
    return (
      <Loading loaded={useStore($part)} path={path} what={what}>
        {({ Part }) => <Part {...props} />}
      </Loading>
    );
  };
}

export const RefundForm = lazy(
  'form',
  async () => (await import('../orders/RefundForm.tsx')).RefundForm,
);
export const CategoryForm = lazy(
  'form',
  async () => (await import('../categories/CategoryForm.tsx')).CategoryForm,
);
export const ConflictForm = lazy(
  'form',
  async () => (await import('../products/ConflictForm.tsx')).ConflictForm,
);
export const Ledger = lazy(
  'stock history',
  async () => (await import('../stock/Ledger.tsx')).Ledger,
);
export const SortablePictures = lazy(
  'preview',
  async () => (await import('./SortablePictures.tsx')).SortablePictures,
);
