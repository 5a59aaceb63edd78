import type { InvoicePaper } from '#shared/schemas/invoices.ts';
import { formatMoney } from '../ui/format.ts';

/** Net, tax and gross of an invoice or a credit note by tax rate; nothing where nothing is taxed. */
export function TaxTable({ paper }: { readonly paper: InvoicePaper }) {
  if (paper.tax === 0) return null;
  const money = (amount: number) => formatMoney(amount, paper.currency);
  return (
    <table data-taxes="">
      <thead>
        <tr>
          {['Tax rate', 'Net', 'Tax', 'Gross'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
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
