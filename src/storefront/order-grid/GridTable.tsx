import { memo, type ComponentProps } from 'react';
import { colourName } from '#shared/domain/colour-name.ts';
import type { Variant } from '#shared/schemas/stock.ts';
import { isForSale, nameOf, type Sheet } from './sheet.ts';

interface GridTableProps extends Omit<ComponentProps<'table'>, 'wrong'> {
  sheet: Sheet;
  values: readonly string[];
  /** The cell that was refused, -1 for none. */
  wrong: number;
}

const total = (values: readonly string[]): number =>
  values.reduce((sum, it) => sum + Number(it), 0);

/** A real table: screen readers announce row and column, and each field has a label. */
export function GridTable({ sheet, values, wrong, ...table }: GridTableProps) {
  const { rows, columns, cells } = sheet;
  const width = columns.length;
  return (
    <table
      {...table}
      className="order-grid__table"
      aria-labelledby="order-grid-title"
      aria-describedby="order-grid-hint"
    >
      <thead>
        <tr>
          <th scope="col">Color</th>
          {columns.map((size) => (
            <th scope="col" key={size}>
              {size ?? 'Pieces'}
            </th>
          ))}
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((color, row) => (
          <tr key={color}>
            <th scope="row">{color ? colourName(color) : 'All'}</th>
            {columns.map((size, column) => {
              const cell = row * width + column;
              return (
                <td key={size}>
                  <Cell
                    cell={cell}
                    variant={cells[cell]}
                    value={values[cell] ?? ''}
                    isWrong={cell === wrong}
                  />
                </td>
              );
            })}
            <td className="order-grid__sum">
              {total(values.slice(row * width, (row + 1) * width)) || ''}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {columns.map((size, column) => (
            <td key={size}>{total(values.filter((_, n) => n % width === column)) || ''}</td>
          ))}
          <td>{total(values) || ''}</td>
        </tr>
      </tfoot>
    </table>
  );
}

interface CellProps {
  cell: number;
  variant: Variant | undefined;
  value: string;
  isWrong: boolean;
}

/** Memoised: re-rendered only on changes. */
const Cell = memo(function Cell({ cell, variant, value, isWrong }: CellProps) {
  if (!variant) return null;
  const isOut = !isForSale(variant);
  const stock = isOut ? 'Sold out' : variant.left === null ? '' : `${variant.left} left`;
  const isTooMany = variant.left !== null && Number(value) > variant.left;
  return (
    <>
      <input
        data-cell={cell}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={value}
        readOnly={isOut}
        tabIndex={isOut ? -1 : 0}
        aria-label={[nameOf(variant), stock.toLowerCase()].filter(Boolean).join(', ')}
        aria-invalid={isWrong || isTooMany || undefined}
        aria-describedby={`order-grid-sku-${cell}${isWrong ? ' order-grid-wrong' : ''}`}
        onChange={() => undefined}
      />
      {stock && (
        <small className="order-grid__stock" aria-hidden="true">
          {stock}
        </small>
      )}
      <small id={`order-grid-sku-${cell}`}>{variant.sku}</small>
    </>
  );
});
