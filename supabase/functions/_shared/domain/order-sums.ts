/** What an order, or a cart, costs beside its lines, in the units of its currency. */
interface Priced {
  discount: number;
  /** Not where nobody is signed in. */
  voucherCode?: string;
  shipping: number;
  shippingMethod: string;
  tax: number;
  taxIncluded: boolean;
}

/** What an order's printable page is: an order has no invoice before it is paid, or to be paid within terms. */
export const paperName = ({ paidAt, dueAt }: { paidAt: unknown; dueAt: unknown }): string =>
  paidAt === null && dueAt === null ? 'Order' : 'Invoice';

export interface SumRow {
  name: string;
  value: string;
}

/** The rows between the lines and the total. */
export function sumRows(priced: Priced, format: (amount: number) => string): SumRow[] {
  const { discount, voucherCode = '', shipping, shippingMethod, tax, taxIncluded } = priced;
  const rows = [
    discount > 0 && { name: `Voucher ${voucherCode}`.trim(), value: format(-discount) },
    {
      name: ['Shipping', shippingMethod].filter(Boolean).join(', '),
      value: shipping === 0 ? 'Free' : format(shipping),
    },
    !taxIncluded && tax > 0 && { name: 'Tax', value: format(tax) },
  ];
  return rows.filter((row) => row !== false);
}

/** What invoices have to say where a company of another country of the EU pays the tax itself. */
export const reverseCharge = 'Reverse charge: VAT to be paid by the recipient.';

/** What stands below the total: the tax that prices have in them; empty when there is none. */
export function includedTax({ tax, taxIncluded }: Priced, format: (amount: number) => string) {
  return taxIncluded && tax > 0 ? `Includes ${format(tax)} tax` : '';
}
