import type { User, UserReply } from '#shared/schemas/users.ts';
import { revalidate, type Loaded } from '../../api/query.ts';
import { profile } from '../../api/users.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { AddressForm, hasAddress } from './AddressForm.tsx';
import style from './CustomerDetails.module.css';

function rowsOf(user: User): readonly (readonly [string, string])[] {
  return [
    ['Name', `${user.firstname} ${user.lastname}`.trim()],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Address', user.address],
    ['Postcode', user.postcode],
    ['State', user.state],
    ['Country', user.country],
  ];
}

interface CustomerDetailsProps extends Loaded<UserReply> {
  /** Counts attempts to pay without an address. */
  asked: number;
}

/** The delivery address, from the profile. */
export function CustomerDetails({ body, failure, busy, asked }: CustomerDetailsProps) {
  return (
    <section className={style.customer} aria-labelledby="customer-details">
      <header>
        <h2 id="customer-details">Customer details</h2>
        <a className="lone-link" href={routes.updateAccount(routes.userOrder())}>
          Change
        </a>
      </header>
      {!body && (busy || !failure) && (
        <div className={`${style.waiting} skeleton`} aria-busy="true" />
      )}
      {!body && !busy && failure && (
        <div className="empty" role="alert">
          <p>{failure.message}</p>
          <Button look="quiet" className="button--small" onClick={() => revalidate(profile().path)}>
            Try again
          </Button>
        </div>
      )}
      {body && (
        <dl>
          {rowsOf(body.user).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || 'Not given'}</dd>
            </div>
          ))}
        </dl>
      )}
      {body && !hasAddress(body.user) && <AddressForm user={body.user} asked={asked} />}
    </section>
  );
}
