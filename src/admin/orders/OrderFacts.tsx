import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { isOverdue, isToSend, notChosen, statusMeanings } from '#shared/domain/order-status.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { dueText } from '../../order/due.ts';
import { EmailText } from '../listing/EmailText.tsx';
import { Facts } from '../listing/Facts.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import { paymentNote } from './payment-labels.ts';

const waiting = 'Ask the customer for the missing choices before you send the order.';

/** Status, dates and customer of an order. */
export function OrderFacts({ order }: { readonly order: AdminOrder }) {
  const { user, status, company } = order;
  const name = `${user.firstname} ${user.lastname}`;
  const note = paymentNote(order);
  const undecided = isToSend(order) && order.products.some(notChosen);
  return (
    <Section title="Details" className="panel">
      <Facts
        facts={[
          [
            'Status',
            <>
              <OrderStatus status={status} late={isOverdue(order)} />
              <p className="hint">{undecided ? waiting : statusMeanings[status]}</p>
              {note && <p className="hint">{note}.</p>}
              {dueText(order) && <p className="hint">{dueText(order)}.</p>}
            </>,
          ],
          ['Delivery', isToSend(order) && fulfilmentLabels[order.fulfilment]],
          ['Order ID', <span className="code">{order._id}</span>],
          ['Payment reference', <span className="code">{order.paymentReference ?? '–'}</span>],
          ['Placed', <RelativeTime iso={order.createdAt} />],
          ['Paid', order.paidAt && <RelativeTime iso={order.paidAt} />],
          [
            'Customer',
            user._id ? <a href={routes.customerOrder(user._id)}>{name}</a> : `${name} (deleted)`,
          ],
          [
            'Email',
            <a href={`mailto:${user.email}`}>
              <EmailText email={user.email} />
            </a>,
          ],
          ...(company
            ? ([
                [
                  'Company',
                  company._id ? (
                    <a href={companyRoutes.adminCompany(company._id)}>{company.name}</a>
                  ) : (
                    company.name
                  ),
                ],
                ['VAT number', company.vatId],
              ] as const)
            : []),
          ...(order.poNumber ? ([['Purchase order', order.poNumber]] as const) : []),
          ['Phone', user.phone],
          [
            'Deliver to',
            [user.address, user.postcode, user.state, user.country].filter(Boolean).join('\n'),
          ],
        ]}
      />
    </Section>
  );
}
