import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useState } from 'react';
import { variants } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { isCounted } from './variant-fields.ts';

const $none = atom({ body: null });

/** Whether the stock of a product is tracked, which determines its availability; false until known. */
export function useCountsStock(product: string | undefined): boolean {
  const [$variants] = useState(() => (product ? query(variants(product)) : $none));
  return useStore($variants).body?.variants.some(isCounted) ?? false;
}
