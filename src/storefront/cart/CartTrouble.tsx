import { loadCart } from '../../stores/cart.ts';

/** What could not be loaded or saved, and the way to see how the cart really is. */
export function CartTrouble({ text }: { text: string }) {
  return (
    <div className="notice cart__trouble" role="alert">
      <p>{text}</p>
      <button
        type="button"
        className="button button--quiet button--small"
        onClick={() => void loadCart()}
      >
        Try again
      </button>
    </div>
  );
}
