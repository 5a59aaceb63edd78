import { useEffect, useState, type ComponentType } from 'react';
import type { Order } from '#shared/schemas/orders.ts';
import { Button } from '../ui/Button.tsx';
import style from './OrderParts.module.css';

type Code = ComponentType<{ text: string }>;

/** Copies the reference of a bank transfer, and shows its QR code, whose script is loaded only where there is one. */
export function TransferHelp({ order }: { readonly order: Pick<Order, 'number' | 'payment'> }) {
  const [loaded, setLoaded] = useState<{ Code: Code }>();
  const [said, setSaid] = useState('');
  const text = order.payment.transferCode;
  useEffect(() => {
    // Without the code, the money can be transferred all the same.
    if (text)
      void import('./TransferCode.tsx').then(
        (it) => setLoaded({ Code: it.TransferCode }),
        () => undefined,
      );
  }, [text]);
  const copy = () =>
    navigator.clipboard.writeText(order.number).then(
      () => setSaid('Copied.'),
      () => setSaid('Please select it to copy it.'),
    );
  return (
    <>
      <p className={style.copy}>
        <Button look="quiet" className="button--small" onClick={copy}>
          Copy the reference
        </Button>{' '}
        <span role="status">{said}</span>
      </p>
      {loaded && <loaded.Code text={text} />}
    </>
  );
}
