import { useStore } from '@nanostores/react';
import { stockMessages } from '#shared/stock-messages.ts';
import type { OfficeVariant, StockMovement } from '#shared/schemas/stock.ts';
import { useState } from 'react';
import { stockMovements } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { toastError } from '../../stores/toasts.ts';
import { formatCount } from '../../ui/format.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { useGrowingList } from '../../ui/use-growing-list.ts';
import { Loading } from '../listing/Loading.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { AdjustForm } from './AdjustForm.tsx';
import { movementLabels } from './variant-fields.ts';
import './ledger.css';

interface Part {
  readonly movements: readonly StockMovement[];
  readonly next?: string | null | undefined;
}

/** The stock movements of a variant, newest first, with a form for the next one. */
export function Ledger({ variant }: { readonly variant: Pick<OfficeVariant, '_id'> }) {
  const of = stockMovements(variant._id);
  const [$movements] = useState(() => query(of));
  return (
    <>
      <AdjustForm variant={variant._id} />
      <h3 className="section-title">Stock history</h3>
      <Loading loaded={useStore($movements)} path={of.path} what="stock history">
        {(first) => (
          // Starts over when the list has changed.
          <Movements key={first.movements[0]?._id} variant={variant._id} first={first} />
        )}
      </Loading>
    </>
  );
}

interface MovementsProps {
  readonly variant: string;
  readonly first: Part;
}

function Movements({ variant, first }: MovementsProps) {
  const [later, setLater] = useState<Part>();
  const { next } = later ?? first;
  const movements = [...first.movements, ...(later?.movements ?? [])];
  const { list, willGrow } = useGrowingList(movements);

  async function showMore(cursor: string): Promise<void> {
    const reply = await stockMovements(variant, cursor).fetch();
    if (!reply.ok) return toastError(reply.message);
    willGrow();
    setLater({ movements: [...(later?.movements ?? []), ...reply.movements], next: reply.next });
  }

  if (movements.length === 0) return <p>{stockMessages.noMovements}</p>;
  return (
    <>
      <ul className="ledger" ref={list}>
        {movements.map((it) => (
          <Movement key={it._id} {...it} />
        ))}
      </ul>
      {next && <MoreButton name="Show older changes" onMore={() => showMore(next)} />}
    </>
  );
}

function Movement({ quantity, stock, reason, note, order, actor, createdAt }: StockMovement) {
  return (
    <li tabIndex={-1}>
      <b className="ledger__quantity" data-less={quantity < 0 || undefined}>
        {quantity > 0 ? '+' : '−'}
        {formatCount(Math.abs(quantity))}
      </b>
      <span className="two-lines">
        <span>
          {movementLabels[reason]}
          {order && (
            <>
              {': '}
              <a href={routes.adminOrder(order)}>order {order.slice(0, 8)}</a>
            </>
          )}
        </span>
        {note && <span className="ledger__note">{note}</span>}
        <small>
          {actor ?? 'The shop'}, <RelativeTime iso={createdAt} />
        </small>
      </span>
      <span className="ledger__stock">
        {formatCount(stock)} <small>in stock</small>
      </span>
    </li>
  );
}
