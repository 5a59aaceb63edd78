import type { User } from '#shared/schemas/users.ts';
import { routes } from '../../routes.ts';

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

/** Where the order goes, from the profile. */
export function CustomerDetails({ user }: { user: User | null }) {
  return (
    <section className="customer" aria-labelledby="customer-details">
      <header>
        <h2 id="customer-details">Customer details</h2>
        <a href={routes.updateAccount()}>Change</a>
      </header>
      {user ? (
        <dl>
          {rowsOf(user).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || 'Not given'}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <div className="customer__waiting skeleton" aria-busy="true" />
      )}
    </section>
  );
}
