import { useStore } from '@nanostores/react';
import { useState, type FormEvent } from 'react';
import { $cartPrice, $wanted, want } from '../../stores/cart-price.ts';
import { Field } from '../../ui/Field.tsx';
import line from '../cart/CartLine.module.css';
import style from './PriceChoices.module.css';

/** The field for a voucher code, if the shop has vouchers. */
export function VoucherField() {
  const { body, failure, busy } = useStore($cartPrice);
  const { voucher } = useStore($wanted);
  const [code, setCode] = useState(voucher);
  if (!body?.price?.takesVouchers) return null;
  const { voucherCode, problem } = body.price;
  if (voucherCode) {
    return (
      <p className={style.taken} role="status">
        <span>{voucherCode} applied</span>
        <button
          type="button"
          className={line.remove}
          onClick={() => {
            setCode('');
            want({ voucher: '' });
          }}
        >
          Remove <span className="visually-hidden">voucher</span>
        </button>
      </p>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    want({ voucher: code.trim() });
  };
  return (
    <form className={style.voucher} onSubmit={submit}>
      <Field
        label="Voucher code"
        name="voucher"
        autoComplete="off"
        maxLength={40}
        value={code}
        error={voucher && !busy ? failure?.message || problem : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <button type="submit" className="button button--quiet" aria-busy={busy}>
        Apply
      </button>
    </form>
  );
}
