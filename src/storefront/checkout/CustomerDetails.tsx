import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { addressLines } from '#shared/domain/address.ts';
import type { User } from '#shared/schemas/users.ts';
import { revalidate } from '../../api/query.ts';
import { profile } from '../../api/users.ts';
import { routes } from '../../routes.ts';
import { $cartPrice, $wanted } from '../../stores/cart-price.ts';
import { $profile } from '../../stores/profile.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AddressForm, hasAddress } from './AddressForm.tsx';
import { $addsAddress } from './delivery.ts';
import style from './CustomerDetails.module.css';

function rowsOf(user: User): readonly (readonly [string, string])[] {
  return [
    ['Name', `${user.firstname} ${user.lastname}`.trim()],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Address', addressLines(user).join('\n')],
  ];
}

interface CustomerDetailsProps {
  form: Ref<AddressForm>;
}

/** The delivery address, from the profile. */
export function CustomerDetails({ form }: CustomerDetailsProps) {
  const { body, failure, busy } = useStore($profile);
  const price = useStore($cartPrice).body?.price;
  const user = body?.user;
  const { deliverTo, typedCountry } = useStore($wanted);
  const adds = useStore($addsAddress);
  const isOwn = !deliverTo && !adds;
  // An order needs a country that we know. The price says whether we do; it stays open while one is typed.
  const asksAddress =
    user && isOwn && (!hasAddress(user) || price?.country === null || typedCountry !== '');
  const rows = user ? rowsOf(user).slice(0, asksAddress ? 2 : undefined) : [];
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
          {rows
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      )}
      {asksAddress ? (
        <AddressForm user={user} ref={form} />
      ) : (
        <Notice className={style.address ?? ''}>{user && isOwn && price?.deliveryProblem}</Notice>
      )}
    </section>
  );
}
