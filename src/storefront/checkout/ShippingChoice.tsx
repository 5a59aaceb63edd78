import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import type { CartPrice } from '#shared/schemas/cart.ts';
import { $cartPrice, $wanted, want } from '../../stores/cart-price.ts';
import style from '../../order/Choices.module.css';

function daysOf({ daysFrom, daysTo }: CartPrice['methods'][number]): string {
  if (daysTo === 0) return '';
  const days = daysFrom === daysTo || daysFrom === 0 ? String(daysTo) : `${daysFrom}–${daysTo}`;
  return `${daysFrom === 0 ? 'Up to ' : ''}${days} ${daysTo === 1 ? 'day' : 'days'}`;
}

/** The choice of the delivery method, if there are several. */
export function ShippingChoice() {
  const price = useStore($cartPrice).body?.price;
  const { shippingMethod } = useStore($wanted);
  if (!price || price.methods.length < 2) return null;
  // The choice is shown immediately; the price follows.
  const chosen =
    price.methods.find((it) => it._id === shippingMethod)?._id ?? price.shippingMethodId;
  return (
    <fieldset className={style.choices}>
      <legend>Delivery</legend>
      {price.methods.map((method) => (
        <label key={method._id}>
          <input
            type="radio"
            name="shipping-method"
            checked={method._id === chosen}
            onChange={() => want({ shippingMethod: method._id })}
          />
          <span>
            {method.name}
            <small>{daysOf(method)}</small>
          </span>
          <span>{method.price === 0 ? 'Free' : formatPrice(method.price)}</span>
        </label>
      ))}
    </fieldset>
  );
}
