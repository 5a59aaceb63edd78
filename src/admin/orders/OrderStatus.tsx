import {
  isToSend,
  statusLabel,
  statusMeanings,
  type OrderStatus as Status,
} from '#shared/domain/order-status.ts';

/** Green if it is sent, red otherwise, and never by colour alone. */
export function OrderStatus({ status }: { readonly status: Status }) {
  return (
    <span
      className="status"
      data-good={isToSend({ status }) || undefined}
      title={statusMeanings[status]}
    >
      {statusLabel(status)}
    </span>
  );
}
