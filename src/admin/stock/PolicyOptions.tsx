import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import { isPolicy } from './variant-fields.ts';

/** The policies as options; a pasted text that is none stands first until it is mended. */
export function PolicyOptions({ value }: { readonly value: string }) {
  return (
    <>
      {!isPolicy(value) && <option value={value}>{value}</option>}
      {Object.entries(stockPolicyLabels).map(([policy, label]) => (
        <option key={policy} value={policy}>
          {label}
        </option>
      ))}
    </>
  );
}
