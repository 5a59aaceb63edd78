import { addressLines } from '#shared/domain/address.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { EmailText } from '../listing/EmailText.tsx';
import { Facts } from '../listing/Facts.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { HandTo } from './HandTo.tsx';

/** Customer, dates and references of an order. */
export function OrderFacts({ order }: { readonly order: AdminOrder }) {
  const { user, company, assignee, paymentReference, exchange } = order;
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <Section title="Details" className="panel">
      <Facts
        facts={[
          [
            'Handed to',
            <div className="list-row__actions">
              {assignee?.firstname ?? 'Nobody'} <HandTo ids={[order._id]} label="Hand over" />
            </div>,
          ],
          [
            'Customer',
            order.byGuest ? (
              `${name} (guest)`
            ) : user._id ? (
              <a href={routes.customerOrder(user._id)}>{name}</a>
            ) : (
              `${name} (deleted)`
            ),
          ],
          [
            'Email',
            <a href={`mailto:${user.email}`}>
              <EmailText email={user.email} />
            </a>,
          ],
          [
            'Company',
            company?._id ? (
              <a href={companyRoutes.adminCompany(company._id)}>{company.name}</a>
            ) : (
              company?.name
            ),
          ],
          [
            'Invoice address',
            order.invoiceAddress && addressLines(order.invoiceAddress).join(', '),
          ],
          ['VAT number', company?.vatId],
          ['Purchase order', order.poNumber],
          [
            'Exchange of',
            exchange && <a href={routes.adminOrder(exchange.order)}>{exchange.number}</a>,
          ],
          ['Placed', <RelativeTime iso={order.createdAt} />],
          ['Paid', order.paidAt && <RelativeTime iso={order.paidAt} />],
          ['Order ID', <span className="code">{order._id}</span>],
          [
            'Payment reference',
            paymentReference && <span className="code">{paymentReference}</span>,
          ],
        ]}
      />
    </Section>
  );
}
