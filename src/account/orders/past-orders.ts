import { ownImportedOrders } from '../../api/imported-orders.ts';
import { query } from '../../api/query.ts';

/** What the customer ordered in another shop. */
export const $past = query(ownImportedOrders());
