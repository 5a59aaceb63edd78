import type { DetailedProduct } from '#shared/schemas/products.ts';
import type { OfficeVariant } from '#shared/schemas/stock.ts';
import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Ledger } from '../forms/lazy.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { QuantitiesForm } from '../price-lists/lazy.ts';
import { useMedia } from '../use-media.ts';
import { detailSheet, spotOf, stockSheet, type Cell } from './sheet.ts';
import { SheetGrid } from './SheetGrid.tsx';
import { StockCards } from './StockCards.tsx';
import { StockNotices } from './StockNotices.tsx';
import { StockSaveBar, type Why } from './StockSaveBar.tsx';
import { countOf } from './stock-edits.ts';
import { StockTools, type View } from './StockTools.tsx';
import { useSheet } from './use-sheet.ts';
import { useStockEdits } from './use-stock-edits.ts';
import { variantName } from './variant-fields.ts';
import './stock-form.css';

interface StockFormProps {
  readonly product: DetailedProduct;
  readonly variants: readonly OfficeVariant[];
}

/** As in the style sheets of tables. */
const narrow = '(max-width: 759px)';

/** The variants of a product in an editable grid, saved together; on a phone as a list. */
export function StockForm({ product, variants }: StockFormProps) {
  const stock = useStockEdits(product._id, variants);
  const [view, setView] = useState<View>(variants.length > 1 ? 'stock' : 'details');
  const [ledger, setLedger] = useState<OfficeVariant | null>(null);
  const [why, setWhy] = useState<Why>({ reason: 'counted', note: '' });
  const isNarrow = useMedia(narrow);
  const form = useRef<HTMLFormElement>(null);
  const details = detailSheet(stock.variants, product);
  const sheet = view === 'details' ? details : stockSheet(stock.variants, product);
  const grid = useSheet(sheet, stock);
  const ledgerOf = ({ variant }: Cell) => (
    <Button look="link" onClick={() => setLedger(variant)}>
      Stock history
    </Button>
  );

  /** Moves to a cell, in the view that contains it. */
  function show(cell: Cell): void {
    if (isNarrow) return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    const spot = spotOf(sheet, cell) ?? spotOf(details, cell);
    if (!spotOf(sheet, cell)) setView('details');
    if (spot) grid.goTo(spot);
  }

  async function save(): Promise<void> {
    if (stock.busy || countOf(stock.edits) === 0) return;
    const { saved, wrong } = await stock.save(why);
    if (saved) setWhy({ ...why, note: '' });
    if (wrong) show(wrong);
  }

  return (
    <>
      <form
        ref={form}
        className="form stock"
        data-unsaved={countOf(stock.edits) > 0 ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <StockTools
          {...{ stock, view }}
          onView={isNarrow ? undefined : setView}
          onFillDown={isNarrow ? undefined : grid.fillDown}
        />
        <StockNotices stock={stock} onShow={isNarrow ? undefined : show} />
        {isNarrow ? (
          <StockCards sheet={details} stock={stock} beside={ledgerOf} />
        ) : (
          <SheetGrid
            key={view}
            label={view === 'stock' ? 'Stock by size and color' : 'Sizes and colors'}
            {...{ sheet, stock, grid }}
          >
            {grid.cell && ledgerOf(grid.cell)}
          </SheetGrid>
        )}
        <StockSaveBar {...{ stock, why }} onWhy={setWhy} />
      </form>
      <div>
        <DialogButton
          look="link"
          label="Order quantities"
          title={`Order quantities of ${product.title}`}
        >
          {(close) => <QuantitiesForm product={product._id} onDone={close} />}
        </DialogButton>
      </div>
      <Modal
        title={ledger ? `${product.title}: ${variantName(ledger)}` : ''}
        open={ledger !== null}
        onClose={() => setLedger(null)}
      >
        {ledger && <Ledger variant={ledger} />}
      </Modal>
    </>
  );
}
