import { formatPrice } from '#shared/domain/money.ts';
import type { InvoicePaper } from '#shared/schemas/invoices.ts';
import { ColumnHeads } from '../ui/ColumnHeads.tsx';

/** Net, tax and gross by tax rate; renders nothing without tax. */
export function TaxTable({ paper }: { readonly paper: InvoicePaper }) {
  if (paper.tax === 0) return null;
  const money = (amount: number) => formatPrice(amount, paper.currency);
  return (
    <table data-taxes="">
      <ColumnHeads names={['Tax rate', 'Net', 'Tax', 'Gross']} />
      <tbody>
        {paper.rates.map(({ rate, net, tax, gross }) => (
          <tr key={rate}>
            <td>{rate}%</td>
            <td>{money(net)}</td>
            <td>{money(tax)}</td>
            <td>{money(gross)}</td>
          </tr>
        ))}
      </tbody>
      {paper.rates.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <td>{money(paper.net)}</td>
            <td>{money(paper.tax)}</td>
            <td>{money(paper.gross)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
