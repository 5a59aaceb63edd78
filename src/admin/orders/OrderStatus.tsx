import {
  isToSend,
  statusLabel,
  statusMeanings,
  type OrderStatus as Status,
} from '#shared/domain/order-status.ts';

interface OrderStatusProps {
  readonly status: Status;
  /** Not paid in time. */
  readonly late?: boolean;
}

/** Green if it is to be sent, red otherwise, never by colour alone. */
export function OrderStatus({ status, late = false }: OrderStatusProps) {
  return (
    <span
      className="status"
      data-good={(isToSend({ status }) && !late) || undefined}
      title={statusMeanings[status]}
    >
      {statusLabel(status)}
    </span>
  );
}
