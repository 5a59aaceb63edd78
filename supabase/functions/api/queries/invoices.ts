import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import type { InvoiceRow } from '../../_shared/queries/invoice-rows.ts';
import type { InvoicePaper } from '../../_shared/schemas/invoices.ts';
import { notFound } from '../errors.ts';

function toInvoice({ id, issued_at, issued_on, seller, ...row }: InvoiceRow): InvoicePaper {
  const { kind, number, currency, net, tax, gross, rates } = row;
  return {
    _id: id,
    ...{ kind, number, currency, net, tax, gross, rates },
    issuedAt: new Date(issued_at).toISOString(),
    issuedOn: issued_on,
    seller: { name: seller.name, address: seller.address, taxId: seller.tax_id },
  };
}

/** The invoice of an order and its credit notes. @throws ApiError 404 if the order is not visible to the caller */
export async function listInvoices(db: Db, order: string): Promise<InvoicePaper[]> {
  const [found] = await db.query<{ invoices: InvoiceRow[] }>(sql`
    select array(
      select to_json(i) from public.invoices i where i.order_id = o.id order by i.kind, i.serial) as invoices
    from public.orders o where o.id = ${order}`);
  if (!found) throw notFound('Order');
  return found.invoices.map(toInvoice);
}
