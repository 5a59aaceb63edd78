import { messages } from '#shared/messages.ts';
import { routes } from '../../routes.ts';

/** Nothing in it, or nothing that is known: a cart belongs to somebody who signed in. */
export function EmptyCart({ known }: { known: boolean }) {
  return (
    <div className="empty">
      <p className="empty__title">{messages.cart.empty}</p>
      {known ? (
        <p>Garments that you add stay here until you buy or remove them.</p>
      ) : (
        <p>
          <a href={routes.userLogin(routes.cart())}>Sign in</a> to see what you put in it before.
        </p>
      )}
      <a className="button" href={routes.userProducts()}>
        Continue Shopping
      </a>
    </div>
  );
}
