import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import { isPolicy } from './variant-fields.ts';

/** The policies as options, preceded by a pasted invalid value until it is corrected. */
export function PolicyOptions({ value }: { readonly value?: string }) {
  return (
    <>
      {value !== undefined && !isPolicy(value) && <option value={value}>{value}</option>}
      {Object.entries(stockPolicyLabels).map(([policy, label]) => (
        <option key={policy} value={policy}>
          {label}
        </option>
      ))}
    </>
  );
}
