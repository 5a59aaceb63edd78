import { messages } from '#shared/messages.ts';
import { orderCount } from '../../api/orders.ts';
import { query } from '../../api/query.ts';
import { profile } from '../../api/users.ts';
import { routes } from '../../routes.ts';
import { $profile } from '../../stores/profile.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './AccountDetails.module.css';

const $orderCount = query(orderCount());

/** The shopper's details and number of orders. */
export function AccountDetails() {
  const { body, failure } = useLoaded($profile);
  const orders = useLoaded($orderCount).body;

  if (failure) return <LoadFailure failure={failure} path={profile().path} />;
  if (!body) return <Spinner />;
  const { user, pendingEmail } = body;
  const waiting = pendingEmail && messages.profile.waitingFor(pendingEmail);
  const rows = [
    ['Name', `${user.firstname} ${user.lastname}`],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Country', user.country],
    ['State', user.state],
    ['Address', user.address],
    ['City', user.city],
    ['Postcode', user.postcode],
  ];
  return (
    <>
      <dl className={style.details}>
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
            {orders?.orderCount ?? '–'}{' '}
            <a className="lone-link" href={routes.userOrders()}>
              View orders
            </a>
          </dd>
        </div>
      </dl>
      <p className={style.action}>
        <a className="button button--quiet" href={routes.updateAccount()}>
          Edit details
        </a>
      </p>
    </>
  );
}
