import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { disputeAdvice, disputeText, stoppingDisputes } from './disputes.ts';

/** The disputes that stop an order, each with what to do about it. */
export function OrderDisputes({ order }: { readonly order: AdminOrder }) {
  return stoppingDisputes(order).map((dispute) => (
    <div
      key={`${dispute.provider} ${dispute.createdAt}`}
      className="notice order-dispute"
      role="note"
    >
      <p>
        <strong>
          {dispute.status === 'open' ? 'The payment is disputed' : 'The dispute was lost'}
        </strong>
        {`: ${disputeText(dispute)}.`}
      </p>
      <p>{disputeAdvice(dispute)}</p>
    </div>
  ));
}
