import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $cartPrice, want } from '../../stores/cart-price.ts';

/** Prices the cart for the country in the fields of an address, and says beside it if nothing is delivered there. */
export function usePricedCountry() {
  const price = useStore($cartPrice).body?.price;
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => () => want({ typedCountry: '' }), []);
  return {
    problem: code !== null && price?.country === code ? price.deliveryProblem : '',
    onCountry: (found: string | null, typed: string) => {
      setCode(found);
      want({ typedCountry: found === null ? '' : typed });
    },
  };
}
