import { counted } from '#shared/domain/counted.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { TransferLine, Transfers } from '#shared/schemas/transfers.ts';
import { transferMessages } from '#shared/transfer-messages.ts';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectBox } from '../listing/SelectBox.tsx';
import { bookableFate, fateText, lacksColumns, rankOf } from './fates.ts';

interface TransferTableProps extends Pick<Transfers, 'lines' | 'columns'> {
  /** Rows to record. */
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (rows: ReadonlySet<number>) => void;
  readonly onBook: () => Promise<void>;
}

const shownAtOnce = 100;

/** Every line of the file with what it does; those that can be recorded come first. */
export function TransferTable({ lines, columns, chosen, onChoose, onBook }: TransferTableProps) {
  const [shown, setShown] = useState(shownAtOnce);
  if (lines.length === 0) {
    const said = lacksColumns(columns) ? 'columnsMissing' : 'noLines';
    return <p role="status">{transferMessages[said]}</p>;
  }
  const sorted = lines.toSorted((a, b) => rankOf(a) - rankOf(b) || a.row - b.row);
  const bookable = lines.filter(bookableFate);
  const toggle = ({ row }: TransferLine) =>
    onChoose(new Set(chosen.has(row) ? [...chosen].filter((it) => it !== row) : [...chosen, row]));
  return (
    <>
      <p role="status">
        {counted(lines.length, 'line')}, {bookable.length} to record.
      </p>
      <div className="data-table">
        <table data-selectable>
          <thead>
            <tr>
              <th scope="col" data-kind="select">
                <span className="visually-hidden">Record</span>
              </th>
              <th scope="col" data-kind="figures">
                Row
              </th>
              <th scope="col">Date</th>
              <th scope="col" data-kind="figures">
                Amount
              </th>
              <th scope="col">From and text</th>
              <th scope="col">Order</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((line) => (
              <Line
                key={line.row}
                line={line}
                isChosen={chosen.has(line.row)}
                onToggle={() => toggle(line)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown < sorted.length && (
        <Button look="quiet" onClick={() => setShown(shown + shownAtOnce)}>
          Show more
        </Button>
      )}
      {bookable.length > 0 && (
        <Button disabled={chosen.size === 0} onClick={onBook}>
          Record {counted(chosen.size, 'payment')}
        </Button>
      )}
    </>
  );
}

interface LineProps {
  readonly line: TransferLine;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function Line({ line, isChosen, onToggle }: LineProps) {
  const { row, date, amount, currency, name, text, order } = line;
  const money =
    amount === null ? '–' : formatPrice(amount, currency || order?.currency || undefined);
  return (
    <tr>
      <td data-kind="select">
        {bookableFate(line) && (
          <SelectBox label={`Record row ${row}`} checked={isChosen} onChange={onToggle} />
        )}
      </td>
      <td data-label="Row" data-kind="figures">
        {row}
      </td>
      <td data-label="Date">{date}</td>
      <td data-label="Amount" data-kind="figures">
        {money}
      </td>
      <td data-kind="title">
        <span className="two-lines">
          <span>{name}</span>
          <small>{text}</small>
        </span>
      </td>
      <td data-label="Order">
        {order && <a href={routes.adminOrder(order._id)}>{order.number}</a>}
      </td>
      <td data-label="Result">{fateText(line)}</td>
    </tr>
  );
}
