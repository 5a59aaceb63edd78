/** The shape of a cart while it is fetched. */
export function CartSkeleton() {
  return (
    <div className="cart" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading your cart
      </p>
      <div className="cart__lines" aria-hidden="true">
        {[0, 1].map((line) => (
          <div key={line} className="line">
            <div className="line__picture skeleton" />
            <div className="line__words">
              <div className="line__bar skeleton" />
              <div className="line__bar line__bar--short skeleton" />
            </div>
          </div>
        ))}
      </div>
      <div className="summary summary--waiting skeleton" aria-hidden="true" />
    </div>
  );
}
