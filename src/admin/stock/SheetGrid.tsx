import { memo, useId, type ReactNode } from 'react';
import { SheetEditor } from './SheetEditor.tsx';
import { SheetNote } from './SheetNote.tsx';
import { isIn, shownIn, type Cell, type Sheet } from './sheet.ts';
import { textOf, willBeCounted, type Edits } from './stock-edits.ts';
import { Swatch } from './Swatch.tsx';
import type { StockEdits } from './use-stock-edits.ts';
import type { useSheet } from './use-sheet.ts';
import { isEditField } from './variant-fields.ts';
import './sheet.css';

interface SheetGridProps {
  readonly label: string;
  readonly sheet: Sheet;
  readonly stock: StockEdits;
  readonly grid: ReturnType<typeof useSheet>;
  /** Next to the note on the active cell. */
  readonly children?: ReactNode;
}

function levelOf(edits: Edits, { variant, field }: Cell): 'out' | undefined {
  const shows = (field === 'onHand' || field === 'free') && willBeCounted(edits, variant);
  return shows && Number(textOf(edits, variant, 'free')) <= 0 ? 'out' : undefined;
}

/** A grid with one tab stop. Arrows, Enter, F2, copy and paste work as in a spreadsheet. */
export function SheetGrid({ label, sheet, stock, grid, children }: SheetGridProps) {
  const note = useId();
  const { edits, errors } = stock;
  const { active, range, editing } = grid;
  const isOne = range.top === range.bottom && range.left === range.right;
  const isWrong = ({ variant, field }: Cell) =>
    errors.some((it) => it.variant._id === variant._id && it.field === field);

  return (
    <>
      <div className="sheet__about">
        <SheetNote id={note} cell={grid.cell} stock={stock} />
        {children}
      </div>
      <div className="sheet__scroll">
        <table
          className="sheet"
          role="grid"
          aria-label={label}
          aria-multiselectable
          aria-busy={stock.busy}
          data-range={isOne ? undefined : true}
          ref={grid.table}
          {...grid.handlers}
        >
          <thead>
            <tr>
              {sheet.corner.map((it, at) => (
                <th key={it} scope="col" data-head={at}>
                  {it}
                </th>
              ))}
              {sheet.columns.map((it) => (
                <th key={it.label} scope="col" data-figure={it.isFigure || undefined}>
                  {it.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map(({ key, heads, cells }, row) => (
              <tr key={key}>
                {heads.map(
                  ({ text, colour, span }, at) =>
                    span > 0 && (
                      <th
                        key={at}
                        scope={span > 1 ? 'rowgroup' : 'row'}
                        rowSpan={span}
                        data-head={at}
                      >
                        <span className="sheet__head">
                          {colour && <Swatch colour={colour} />}
                          {text}
                        </span>
                      </th>
                    ),
                )}
                {cells.map((cell, column) => {
                  const isActive = row === active.row && column === active.column;
                  return (
                    <GridCell
                      key={column}
                      {...{ row, column, isActive }}
                      text={cell ? shownIn(edits, cell) : ''}
                      isSelected={isIn({ row, column }, range)}
                      isEditable={cell ? isEditField(cell.field) : false}
                      isFigure={sheet.columns[column]?.isFigure ?? false}
                      isChanged={cell ? isChangedIn(edits, cell) : false}
                      isWrong={cell ? isWrong(cell) : false}
                      level={cell && levelOf(edits, cell)}
                      note={isActive ? note : undefined}
                    >
                      {isActive && editing && cell && (
                        <SheetEditor
                          {...editing}
                          cell={cell}
                          isWrong={isWrong(cell)}
                          onDraft={grid.setDraft}
                          onKeyDown={grid.onEditorKey}
                          onBlur={grid.commit}
                        />
                      )}
                    </GridCell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="visually-hidden" role="status">
        {grid.said}
      </p>
    </>
  );
}

function isChangedIn(edits: Edits, { variant, field }: Cell): boolean {
  return isEditField(field) && edits[variant._id]?.texts[field] !== undefined;
}

interface GridCellProps {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isEditable: boolean;
  readonly isFigure: boolean;
  readonly isChanged: boolean;
  readonly isWrong: boolean;
  readonly level: 'out' | undefined;
  /** The id of the note on the active cell. */
  readonly note: string | undefined;
  /** Its editor. */
  readonly children: ReactNode;
}

const GridCell = memo(function GridCell(props: GridCellProps) {
  const { row, column, text, isActive, isSelected, isEditable, isChanged, children } = props;
  return (
    <td
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      data-row={row}
      data-column={column}
      data-figure={props.isFigure || undefined}
      data-changed={isChanged || undefined}
      data-level={props.level}
      data-editing={children ? true : undefined}
      aria-selected={isSelected}
      aria-readonly={!isEditable}
      aria-invalid={props.isWrong || undefined}
      aria-describedby={props.note}
    >
      {children || text}
    </td>
  );
});
