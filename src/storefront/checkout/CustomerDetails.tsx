import type { User } from '#shared/schemas/users.ts';
import type { Reply } from '../../api/client.ts';
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

interface Props {
  /** Null while it is on its way. */
  profile: Reply<{ user: User }> | null;
  onRetry: () => void;
}

/** Where the order goes, from the profile. */
export function CustomerDetails({ profile, onRetry }: Props) {
  return (
    <section className="customer" aria-labelledby="customer-details">
      <header>
        <h2 id="customer-details">Customer details</h2>
        <a href={routes.updateAccount()}>Change</a>
      </header>
      {!profile && <div className="customer__waiting skeleton" aria-busy="true" />}
      {profile && !profile.ok && (
        <div className="empty" role="alert">
          <p>{profile.message}</p>
          <button type="button" className="button button--quiet button--small" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
      {profile?.ok && (
        <dl>
          {rowsOf(profile.user).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || 'Not given'}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
