import { messages } from '#shared/messages.ts';
import { fetchOrderCount } from '../../api/orders.ts';
import { fetchProfile } from '../../api/users.ts';
import { routes } from '../../routes.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useReply } from '../use-reply.ts';

/** What the shop knows of the shopper, and how many orders there are. */
export function AccountDetails() {
  const profile = useReply(fetchProfile);
  const orders = useReply(fetchOrderCount);

  if (profile.loading) return <Spinner />;
  if (profile.failure) return <LoadFailure failure={profile.failure} onRetry={profile.reload} />;
  const user = profile.body?.user;
  if (!user) return null;
  const pending = profile.body?.pendingEmail;
  const waiting = pending && messages.profile.waitingFor(pending);
  const rows = [
    ['Name', `${user.firstname} ${user.lastname}`],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Country', user.country],
    ['State', user.state],
    ['Address', user.address],
    ['Postcode', user.postcode],
  ];
  return (
    <>
      <dl className="details">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value || '–'}
              {name === 'Email' && waiting && <p className="field__hint">{waiting}</p>}
            </dd>
          </div>
        ))}
        <div>
          <dt>Orders</dt>
          <dd>
            {orders.body?.orderCount ?? '–'} <a href={routes.userOrders()}>View orders</a>
          </dd>
        </div>
      </dl>
      <p className="account__action">
        <a className="button button--quiet" href={routes.updateAccount()}>
          Edit details
        </a>
      </p>
    </>
  );
}
