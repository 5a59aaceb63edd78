import { useStore } from '@nanostores/react';
import { useState, type FormEvent } from 'react';
import { $cartPrice, $wanted, setVoucher } from '../../stores/cart-price.ts';
import { Field } from '../../ui/Field.tsx';
import style from './PriceChoices.module.css';

/** Takes the code of a voucher, in a shop that has any. */
export function VoucherField() {
  const { body, failure, busy } = useStore($cartPrice);
  const { voucher } = useStore($wanted);
  const [code, setCode] = useState(voucher);
  if (!body?.price?.takesVouchers) return null;
  const { voucherCode, problem } = body.price;
  if (voucherCode) {
    return (
      <p className={style.taken} role="status">
        <span>Voucher {voucherCode} is taken off.</span>
        <button
          type="button"
          className="lone-link"
          onClick={() => {
            setCode('');
            setVoucher('');
          }}
        >
          Remove <span className="visually-hidden">voucher</span>
        </button>
      </p>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setVoucher(code.trim());
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
