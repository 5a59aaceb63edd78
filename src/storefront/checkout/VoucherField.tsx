import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $cartPrice, $wanted, reloadPrice, want } from '../../stores/cart-price.ts';
import { Field } from '../../ui/Field.tsx';
import line from '../cart/CartLine.module.css';
import style from './VoucherField.module.css';

/** The field for a voucher code, if the shop has vouchers. */
export function VoucherField() {
  const { body, failure, busy } = useStore($cartPrice);
  const { voucher } = useStore($wanted);
  const [code, setCode] = useState(voucher);
  const root = useRef<HTMLDivElement>(null);
  const asked = useRef(false);

  // What the shopper pressed may be gone: reading continues at the applied code or at the field.
  useEffect(() => {
    if (busy || !asked.current) return;
    asked.current = false;
    root.current?.querySelector<HTMLElement>('[tabindex], input')?.focus();
  }, [body, failure, busy]);

  const ask = (wanted: string): void => {
    asked.current = true;
    if (wanted === voucher) reloadPrice();
    else want({ voucher: wanted });
  };
  if (!body?.price?.takesVouchers) return null;
  const { voucherCode, problem } = body.price;
  return (
    <div ref={root} role="status">
      {voucherCode ? (
        <p className={style.taken} tabIndex={-1}>
          <span>{voucherCode} applied</span>
          <button
            type="button"
            className={line.remove}
            onClick={() => {
              setCode('');
              ask('');
            }}
          >
            Remove <span className="visually-hidden">voucher</span>
          </button>
        </p>
      ) : (
        <form
          className={style.voucher}
          onSubmit={(event) => {
            event.preventDefault();
            ask(code.trim());
          }}
        >
          <Field
            label="Voucher code"
            name="voucher"
            autoComplete="off"
            maxLength={40}
            value={code}
            error={voucher && !busy && !failure ? problem : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          <button type="submit" className="button button--quiet" aria-busy={busy}>
            Apply
          </button>
        </form>
      )}
    </div>
  );
}
