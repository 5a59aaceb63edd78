import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { isToSend } from '#shared/domain/order-status.ts';
import { parcelMessages } from '#shared/parcel-messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import type { MissingPieces, Parcel } from '#shared/schemas/parcels.ts';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';
import { stoppingDisputes } from '../orders/disputes.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { PackForm } from './PackForm.tsx';
import { changeParcel, leftToPack } from './parcels.ts';
import { TrackingForm } from './TrackingForm.tsx';

interface OrderParcelsProps {
  readonly order: AdminOrder;
  /** What is to be sent and is not in stock. */
  readonly missing: readonly MissingPieces[];
}

/** The parcels of an order, and what is left to pack. */
export function OrderParcels({ order, missing }: OrderParcelsProps) {
  const left = [...leftToPack(order).values()].reduce((sum, it) => sum + it, 0);
  const canPack = isToSend(order) && left > 0;
  const isStopped = stoppingDisputes(order).length > 0;
  if (order.parcels.length === 0 && !canPack) return null;
  return (
    <>
      {missing.length > 0 && <Missing missing={missing} order={order} />}
      <ul>
        {order.parcels.map((parcel, i) => (
          <ParcelItem key={parcel._id} {...{ parcel, order, isStopped }} name={`Parcel ${i + 1}`} />
        ))}
      </ul>
      {canPack && (
        <div className="list-row">
          <p>{left === 1 ? '1 piece to pack' : `${left} pieces to pack`}</p>
          {isStopped ? (
            <p className="hint">Not packed because of the dispute.</p>
          ) : (
            <DialogButton className="button--small" label="Pack" title="Pack a parcel">
              {(close) => <PackForm order={order} onDone={close} />}
            </DialogButton>
          )}
        </div>
      )}
    </>
  );
}

/** Pieces that were sold meanwhile, for instance while the order was deleted. */
function Missing({ missing, order }: OrderParcelsProps) {
  const names = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  const pieces = missing.map((it) => `${it.quantity} × ${names.get(it.item)}`).join('; ');
  return (
    <p className="notice">
      Not in stock: {pieces}. Correct the stock, or refund what you cannot send.
    </p>
  );
}

interface ParcelItemProps {
  readonly parcel: Parcel;
  readonly name: string;
  readonly order: AdminOrder;
  /** Nothing is sent while a payment is disputed. */
  readonly isStopped: boolean;
}

function ParcelItem({ parcel, name, order, isStopped }: ParcelItemProps) {
  const [open, setOpen] = useState<'tracking' | 'cancel' | null>(null);
  const { status, carrier, trackingNumber, trackingUrl } = parcel;
  const lines = new Map(order.products.map((it) => [it._id, nameOfLine(it)]));
  const number = trackingNumber || (trackingUrl && 'Follow');
  const close = () => setOpen(null);
  return (
    <li className="list-row">
      <div className="two-lines">
        <span>
          <strong>{name}</strong> · {fulfilmentLabels[status]}{' '}
          <RelativeTime iso={parcel.deliveredAt ?? parcel.sentAt ?? parcel.createdAt} />
        </span>
        {(carrier || number) && (
          <span>
            {carrier} {trackingUrl ? <a href={trackingUrl}>{number}</a> : number}
          </span>
        )}
        {parcel.lines.map(({ line, quantity }) => (
          <small key={line}>
            {quantity} × {lines.get(line)}
          </small>
        ))}
      </div>
      <div className="list-row__actions">
        {status === 'packed' && isStopped && (
          <p className="hint">Not sent because of the dispute.</p>
        )}
        {status === 'packed' && !isStopped && (
          <Button
            className="button--small"
            onClick={() => changeParcel(parcel._id, { status: 'sent' })}
          >
            Mark as sent
          </Button>
        )}
        {status === 'sent' && (
          <Button
            look="quiet"
            className="button--small"
            onClick={() => changeParcel(parcel._id, { status: 'delivered' })}
          >
            Mark as delivered
          </Button>
        )}
        <a
          className="link-button"
          href={routes.packingSlips([`${order._id}.${parcel._id}`])}
          aria-label={`Packing slip of ${name}`}
        >
          Slip
        </a>
        <Button look="link" aria-label={`Tracking of ${name}`} onClick={() => setOpen('tracking')}>
          Tracking
        </Button>
        {status === 'packed' && (
          <Button look="link" aria-label={`Cancel ${name}`} onClick={() => setOpen('cancel')}>
            Cancel
          </Button>
        )}
      </div>
      <Modal title={`Tracking of ${name}`} open={open === 'tracking'} onClose={close}>
        <TrackingForm parcel={parcel} onDone={close} />
      </Modal>
      <ConfirmDelete
        title={open === 'cancel' ? `Cancel ${name}` : null}
        question={parcelMessages.confirmCancel}
        onYes={async () => (await changeParcel(parcel._id, { status: 'cancelled' })).ok}
        onClose={close}
      />
    </li>
  );
}
