type Replaced<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Result
    ? (...values: Values) => Result
    : { readonly [Name in keyof T]?: Replaced<T[Name]> };

/** What `src/shop/texts.ts` may replace: each text below by its name, with another text or a function of the same values. */
export type OwnTexts = Replaced<
  typeof import('./address-messages.ts') &
    typeof import('./company-messages.ts') &
    typeof import('./content-messages.ts') &
    typeof import('./currency-messages.ts') &
    typeof import('./custom-field-messages.ts') &
    typeof import('./customer-messages.ts') &
    Pick<typeof import('./first-messages.ts'), 'cartMessages' | 'connectionMessages'> &
    typeof import('./import-messages.ts') &
    typeof import('./imported-order-messages.ts') &
    typeof import('./messages.ts') &
    typeof import('./opening-messages.ts') &
    typeof import('./order-messages.ts') &
    typeof import('./ordering-messages.ts') &
    typeof import('./page-messages.ts') &
    Pick<typeof import('./parcel-messages.ts'), 'parcelMessages'> &
    typeof import('./payment-method-messages.ts') &
    typeof import('./price-list-messages.ts') &
    typeof import('./quote-messages.ts') &
    typeof import('./redirect-messages.ts') &
    typeof import('./return-messages.ts') &
    typeof import('./shipping-messages.ts') &
    typeof import('./shop-messages.ts') &
    typeof import('./stock-messages.ts') &
    typeof import('./tax-messages.ts') &
    typeof import('./terms-messages.ts') &
    typeof import('./time-zone-messages.ts') &
    typeof import('./transfer-messages.ts') &
    typeof import('./visitor-messages.ts') &
    typeof import('./voucher-messages.ts') &
    typeof import('./wish-list-messages.ts')
>;
