import { useStore } from '@nanostores/react';
import { $cartPrice, $wanted, want } from '../../stores/cart-price.ts';
import { Field } from '../../ui/Field.tsx';

/** The field for the company's purchase order number. */
export function PoNumberField() {
  const { body } = useStore($cartPrice);
  const { poNumber } = useStore($wanted);
  if (!body?.price?.company) return null;
  return (
    <Field
      label="Purchase order number"
      name="poNumber"
      hint={`Optional: ${body.price.company}’s own reference for this order.`}
      autoComplete="off"
      maxLength={60}
      value={poNumber}
      onChange={(event) => want({ poNumber: event.target.value })}
    />
  );
}
