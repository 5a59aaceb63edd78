import columns from './Columns.module.css';
import style from './CartLine.module.css';
import summary from './Summary.module.css';

/** Placeholder while the cart is loading. */
export function CartSkeleton() {
  return (
    <div className={columns.columns} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading your cart
      </p>
      <div aria-hidden="true">
        {[0, 1].map((line) => (
          <div key={line} className={style.line}>
            <div className={`${style.picture} skeleton`} />
            <div className={style.words}>
              <div className={`${style.bar} skeleton`} />
              <div className={`${style.bar} ${style.short} skeleton`} />
            </div>
          </div>
        ))}
      </div>
      <div className={`${summary.summary} ${summary.waiting} skeleton`} aria-hidden="true" />
    </div>
  );
}
