import { isPaid, statusMeanings, type OrderStatus as Status } from '#shared/domain/order-status.ts';

/** Green if Paid, red otherwise, and never by colour alone. */
export function OrderStatus({ status }: { readonly status: Status }) {
  return (
    <span
      className="status"
      data-good={isPaid({ status }) || undefined}
      title={statusMeanings[status]}
    >
      {status}
    </span>
  );
}
