import { lastDays, salesSpans } from '#shared/domain/sales-ranges.ts';
import { shopDay } from '../../ui/time-zone.ts';
import { changeAddress } from '../listing/address-state.ts';
import { foreignDays } from '../time-zone.ts';
import type { SalesRange } from './sales.ts';
import './range-choice.css';

/** Preset or custom range, by day or month; stored in the URL. */
export function RangeChoice({ range }: { readonly range: SalesRange }) {
  const today = shopDay();
  return (
    <div className="range-choice">
      <div className="range-choice__spans" role="group" aria-label="Ranges">
        {salesSpans.map(({ label, days, by }) => {
          const span = lastDays(days, today);
          const chosen = span.from === range.from && span.to === range.to && by === range.by;
          return (
            <button
              key={label}
              type="button"
              className="chip"
              aria-pressed={chosen}
              onClick={() => changeAddress({ ...span, by: by === 'month' ? by : null })}
            >
              {label}
            </button>
          );
        })}
      </div>
      {(['from', 'to'] as const).map((name) => (
        <label className="table-filter" key={name}>
          <span>{name === 'from' ? 'From' : 'To'}</span>
          <input
            type="date"
            value={range[name]}
            onChange={({ currentTarget: { value } }) => {
              if (value) changeAddress({ [name]: value });
            }}
          />
        </label>
      ))}
      <label className="table-filter">
        <span>By</span>
        <select
          value={range.by}
          onChange={({ currentTarget: { value } }) =>
            changeAddress({ by: value === 'month' ? value : null })
          }
        >
          <option value="day">Day</option>
          <option value="month">Month</option>
        </select>
      </label>
      {foreignDays() && <small className="days-note">{foreignDays()}</small>}
    </div>
  );
}
