import { useStore } from '@nanostores/react';
import { stockMessages } from '#shared/stock-messages.ts';
import type { LowVariant } from '#shared/schemas/stock.ts';
import { useEffect, useState } from 'react';
import { routes } from '../../routes.ts';
import { settingsRoutes } from '../../settings-routes.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Ledger } from '../forms/lazy.tsx';
import type { Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { nameOf, ReceiveForm } from './ReceiveForm.tsx';
import { lowStock } from './stock.ts';
import { freePieces, variantName } from './variant-fields.ts';

const figures = (id: 'held' | 'waiting', header: string): Column<LowVariant> => ({
  id,
  header,
  kind: 'figures',
  cell: (it) => formatCount(it[id]),
});

const columns: readonly Column<LowVariant>[] = [
  {
    id: 'image',
    header: 'Image',
    kind: 'pictures',
    cell: ({ product: { title, imageUrl } }) => (
      <Thumbnails images={imageUrl ? [imageUrl] : []} name={title} max={1} />
    ),
  },
  {
    id: 'title',
    header: 'Product',
    kind: 'title',
    cell: (it) => (
      <span className="two-lines">
        <a className="row-title" href={`${routes.adminProduct(it.product._id)}#stock`}>
          {it.product.title}
        </a>
        <span>{variantName(it)}</span>
      </span>
    ),
  },
  { id: 'sku', header: 'SKU', cell: ({ sku }) => <span className="code">{sku}</span> },
  {
    id: 'free',
    header: 'Available',
    kind: 'figures',
    cell: (it) => {
      const free = formatCount(freePieces(it));
      return freePieces(it) > 0 ? free : <span className="missing">{free}</span>;
    },
  },
  figures('held', 'Held'),
  figures('waiting', 'Waiting'),
];

/** The rows seen so far by id: selected ones may be on other pages. */
function useSeen(): ReadonlyMap<string, LowVariant> {
  const { rows } = useStore(lowStock.$page);
  const [seen, setSeen] = useState<ReadonlyMap<string, LowVariant>>(new Map());
  useEffect(() => {
    setSeen((before) => new Map([...before, ...rows.map((it) => [it._id, it] as const)]));
  }, [rows]);
  return seen;
}

/** The tracked sizes and colours with little available stock. */
export function RunningLowScreen() {
  const seen = useSeen();
  const [receiving, setReceiving] = useState<LowVariant | null>(null);
  const [ledger, setLedger] = useState<LowVariant | null>(null);
  const close = () => setReceiving(null);
  return (
    <>
      <ScreenHead title="Running low">
        <a className="link-button" href={settingsRoutes.stock()}>
          Settings
        </a>
      </ScreenHead>
      <p className="screen-note">
        Tracked sizes and colors with little available stock, lowest first. Available stock is not
        held by any order. Search by title, SKU or barcode.
      </p>
      <DataTable
        caption="Sizes and colors, lowest available stock first"
        columns={columns}
        list={lowStock}
        rowName={nameOf}
        searchLabel="Search stock"
        empty={stockMessages.noneLow}
        views={false}
        links={(row, describedBy) => (
          <>
            <Button look="link" aria-describedby={describedBy} onClick={() => setReceiving(row)}>
              Received
            </Button>
            <Button look="link" aria-describedby={describedBy} onClick={() => setLedger(row)}>
              History
            </Button>
          </>
        )}
        bulk={({ ids, clear }) => (
          <DialogButton look="link" label="Received">
            {() => (
              <ReceiveForm variants={ids.flatMap((id) => seen.get(id) ?? [])} onDone={clear} />
            )}
          </DialogButton>
        )}
      />
      <Modal title="Received" open={receiving !== null} onClose={close}>
        {receiving && <ReceiveForm variants={[receiving]} onDone={close} />}
      </Modal>
      <Modal
        title={ledger ? nameOf(ledger) : ''}
        open={ledger !== null}
        onClose={() => setLedger(null)}
      >
        {ledger && <Ledger variant={ledger} />}
      </Modal>
    </>
  );
}
