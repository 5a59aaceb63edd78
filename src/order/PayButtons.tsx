import type { WayToPay } from '#shared/schemas/orders.ts';

interface Props {
  /** Without any, the server says why none takes the order. */
  ways: readonly WayToPay[];
  /** What the only button says; several are named by their ways. */
  only: string;
  /** The way whose button was pressed, until that is done; null for none. */
  sending: string | null;
  small?: boolean;
  /** The order waits for its money already, so that none comes before the others. */
  quiet?: boolean;
  onPay: (way: string) => void;
}

/** One button for each way to pay, the first before the others. */
export function PayButtons({ ways, only, sending, small = false, quiet = false, onPay }: Props) {
  const buttons = ways.length > 1 ? ways : [{ name: '', kind: 'page', ...ways[0], action: only }];
  return buttons.map(({ name, action, kind }, place) => {
    const busyText = kind === 'page' ? 'Taking you to the payment…' : 'Placing your order…';
    return (
      <button
        key={name}
        type="button"
        className={[
          'button',
          (quiet || place > 0) && 'button--quiet',
          small ? 'button--small' : 'button--wide',
        ]
          .filter(Boolean)
          .join(' ')}
        disabled={sending !== null}
        aria-busy={sending === name}
        onClick={() => onPay(name)}
      >
        {sending === name && !small ? busyText : action}
      </button>
    );
  });
}
