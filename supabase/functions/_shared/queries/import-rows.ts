import type { ProductImportState } from '../schemas/product-imports.ts';

export interface ProductImportRow {
  id: string;
  file_name: string;
  state: ProductImportState['state'];
  problem: string;
  created_at: string;
  can_undo: boolean;
  total: number;
  written: number;
  undone: number;
  created: number;
  changed: number;
  pictures: number;
  fetched: number;
  failed: number;
  failures: ProductImportState['failures'];
}
/** A picture that an import fetches; `tries` counts this time. */
export interface ClaimedPictureRow {
  product_id: string;
  url: string;
  color: string | null;
  tries: number;
}
