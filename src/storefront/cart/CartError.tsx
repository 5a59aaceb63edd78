import { loadCart } from '../../stores/cart.ts';
import { Button } from '../../ui/Button.tsx';
import style from './CartError.module.css';

/** A load or save failure, with a button that reloads the cart. */
export function CartError({ text }: { text: string }) {
  return (
    <div className={`notice ${style.error}`} role="alert">
      <p>{text}</p>
      <Button look="quiet" className="button--small" onClick={loadCart}>
        Try again
      </Button>
    </div>
  );
}
