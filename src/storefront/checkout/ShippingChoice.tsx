import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { deliveryDays } from '#shared/domain/order-facts.ts';
import { $cartPrice, $wanted, want } from '../../stores/cart-price.ts';
import style from '../../order/Choices.module.css';

const priceText = (price: number): string => (price === 0 ? 'Free' : formatPrice(price));

/** The delivery of the order: its method, or a choice if there are several. */
export function ShippingChoice() {
  const price = useStore($cartPrice).body?.price;
  const { shippingMethod } = useStore($wanted);
  if (!price) return <p>We could not load the delivery options.</p>;
  const { country, delivered, methods } = price;
  if (!delivered) {
    return (
      <p>
        {country
          ? 'Not available for your address.'
          : 'Enter your address to see the delivery options.'}
      </p>
    );
  }
  const [only, other] = methods;
  if (!other) {
    return (
      <p className={style.only}>
        <span>
          {only?.name ?? 'Shipping'}
          {only && <small>{deliveryDays(only)}</small>}
        </span>
        <span>{priceText(only?.price ?? 0)}</span>
      </p>
    );
  }
  // The choice is shown immediately; the price follows.
  const chosen = methods.find((it) => it._id === shippingMethod)?._id ?? price.shippingMethodId;
  return (
    <fieldset className={style.choices}>
      <legend>Delivery</legend>
      {methods.map((method) => (
        <label key={method._id}>
          <input
            type="radio"
            name="shipping-method"
            checked={method._id === chosen}
            onChange={() => want({ shippingMethod: method._id })}
          />
          <span>
            {method.name}
            <small>{deliveryDays(method)}</small>
          </span>
          <span>{priceText(method.price)}</span>
        </label>
      ))}
    </fieldset>
  );
}
