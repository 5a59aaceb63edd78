import { loadCart } from '../../stores/cart.ts';
import { Button } from '../../ui/Button.tsx';
import style from './CartError.module.css';

/** What could not be loaded or saved, and the way to see how the cart really is. */
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
