import { decimalsOf, shopCurrency } from '#shared/domain/currency.ts';

/** The attributes of a field for an amount in the shop's currency. */
export function amountInput() {
  const decimals = decimalsOf(shopCurrency());
  const inputMode = decimals > 0 ? 'decimal' : 'numeric';
  return {
    type: 'number',
    inputMode,
    min: '0',
    step: (10 ** -decimals).toFixed(decimals),
  } as const;
}
