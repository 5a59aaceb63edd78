import { foreignDays } from '../time-zone.ts';
import { changeAddress } from './address-state.ts';
import type { TableFilter } from './filter.ts';
import './table-tools.css';

interface TableFiltersProps {
  readonly filters: readonly TableFilter[];
  readonly chosen: Readonly<Record<string, string>>;
}

/** For example if a bookmark filters by a deleted category: the reason for an empty list must be visible. */
const isUnknown = (value: string | undefined, options: readonly { readonly value: string }[]) =>
  value !== undefined && !options.some((it) => it.value === value);

/** The filters of a table, which are stored in the URL immediately. */
export function TableFilters({ filters, chosen }: TableFiltersProps) {
  const field = ({ name, label, kind = 'choice', options = [] }: TableFilter) => (
    <label className="table-filter" key={name}>
      <span>{label}</span>
      {kind === 'date' ? (
        <input
          type="date"
          value={chosen[name] ?? ''}
          onChange={({ currentTarget: { value } }) => changeAddress({ [name]: value, page: null })}
        />
      ) : (
        <select
          value={chosen[name] ?? ''}
          onChange={({ currentTarget: { value } }) => changeAddress({ [name]: value, page: null })}
        >
          <option value="">All</option>
          {isUnknown(chosen[name], options) && <option value={chosen[name]}>Unknown</option>}
          {options.map((it) => (
            <option key={it.value} value={it.value}>
              {it.label}
            </option>
          ))}
        </select>
      )}
    </label>
  );
  const days = filters.filter((it) => it.kind === 'date');
  return (
    <>
      {filters.filter((it) => it.kind !== 'date').map(field)}
      {days.length > 0 && (
        <span className="table-filter__days">
          {days.map(field)}
          {foreignDays() && <small className="days-note">{foreignDays()}</small>}
        </span>
      )}
    </>
  );
}
