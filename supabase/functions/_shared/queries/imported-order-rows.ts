import type { Database } from '../database.types.ts';
import type { ImportedOrder } from '../schemas/imported-orders.ts';

type Row = Database['public']['Tables']['imported_orders']['Row'];
type Texts = 'fulfilment' | 'discountCode' | 'phone' | 'note' | 'deliverTo' | 'billTo';

/** An order of another shop; `details` has what its file said. */
export interface ImportedOrderRow extends Omit<Row, 'details' | 'lines'> {
  lines: ImportedOrder['lines'];
  details: Partial<Record<'subtotal' | 'discount' | 'shipping' | 'tax', number>> &
    Partial<Pick<ImportedOrder, Texts>>;
}
