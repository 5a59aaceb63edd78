import { messages } from '#shared/messages.ts';
import { routes } from '../../routes.ts';

/** The empty cart, also shown if nobody is signed in. */
export function EmptyCart({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="empty">
      <p className="empty__title">{messages.cart.empty}</p>
      {signedIn ? (
        <p>Items stay here until you buy or remove them.</p>
      ) : (
        <p>
          <a href={routes.userLogin(routes.cart())}>Sign in</a> to see the items you added earlier.
        </p>
      )}
      <a className="button" href={routes.userProducts()}>
        Continue Shopping
      </a>
    </div>
  );
}
