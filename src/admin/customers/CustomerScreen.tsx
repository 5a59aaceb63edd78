import { useStore } from '@nanostores/react';
import { addressLines } from '#shared/domain/address.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { CustomerReply } from '#shared/schemas/admin-users.ts';
import { useState } from 'react';
import { customer } from '../../api/admin-users.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { CustomFields } from '../custom-fields/CustomFields.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { Facts } from '../listing/Facts.tsx';
import { Loading } from '../listing/Loading.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { Notes } from '../notes/Notes.tsx';
import { CustomerOrders } from './CustomerOrders.tsx';
import { inviteCustomers } from './customers.ts';
import './customer.css';

/** One customer: orders, details, total spent, and notes. */
export function CustomerScreen({ userId }: { readonly userId: string }) {
  const [$customer] = useState(() => query(customer(userId)));
  const loaded = useStore($customer);
  const { firstname = '', lastname = '', email = '' } = loaded.body?.user ?? {};
  return (
    <>
      <BackLink href={routes.customers()}>Customers</BackLink>
      <ScreenHead title={`${firstname} ${lastname}`.trim() || email || 'Customer orders'} />
      <div className="customer">
        <div className="customer__side">
          <Loading loaded={loaded} path={customer(userId).path} what="customer">
            {(details) => (
              <>
                <CustomerFacts {...details} />
                <CustomFields resource="customer" id={userId} />
                <Notes about={{ kind: 'customer', id: userId }} notes={details.notes} />
              </>
            )}
          </Loading>
        </div>
        <CustomerOrders userId={userId} />
      </div>
    </>
  );
}

function CustomerFacts({ user, totals, company, invitation }: CustomerReply) {
  const { email, phone } = user;
  return (
    <Section title="Details" className="panel">
      <Facts
        facts={[
          [
            'Email',
            <a href={`mailto:${email}`}>
              <EmailText email={email} />
            </a>,
          ],
          ['Phone', phone],
          ['Address', addressLines(user).join('\n')],
          [
            'Company',
            company && <a href={companyRoutes.adminCompany(company._id)}>{company.name}</a>,
          ],
          [invitation ? 'Imported' : 'Registered', <RelativeTime iso={user.createdAt} />],
          [
            'Password',
            invitation && (
              <>
                None yet
                {invitation.invitedAt && (
                  <>
                    , invited <RelativeTime iso={invitation.invitedAt} />
                  </>
                )}{' '}
                <Button look="link" onClick={() => inviteCustomers([user._id])}>
                  {invitation.invitedAt ? 'Invite again' : 'Invite'}
                </Button>
              </>
            ),
          ],
          ['Orders', formatCount(totals.orders)],
          ['Paid orders', formatCount(totals.paidOrders)],
          ['Total spent', formatPrice(totals.spent)],
          ['Last order', totals.lastOrderAt && <RelativeTime iso={totals.lastOrderAt} />],
        ]}
      />
    </Section>
  );
}
