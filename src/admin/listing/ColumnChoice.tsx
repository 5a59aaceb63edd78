import { useStore } from '@nanostores/react';
import { Columns3 } from 'lucide-react';
import { Popover } from '../frame/Popover.tsx';
import { dense } from '../preference.ts';
import { changeAddress } from './address-state.ts';
import './column-choice.css';

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly hidden: readonly string[];
}

/** Chooses the visible columns. */
export function ColumnChoice({ columns, hidden }: ColumnChoiceProps) {
  const compact = useStore(dense.$on);
  if (columns.length === 0) return null;
  return (
    <Popover
      buttonClass="button button--quiet"
      button={
        <>
          <Columns3 aria-hidden size={16} />
          Columns
        </>
      }
    >
      <fieldset className="column-choice">
        <legend className="label">Columns</legend>
        {columns.map((it) => (
          <label key={it.id}>
            <input
              type="checkbox"
              checked={!hidden.includes(it.id)}
              onChange={({ currentTarget: { checked } }) =>
                changeAddress({
                  hide: columns
                    .map((other) => other.id)
                    .filter((other) => (other === it.id ? !checked : hidden.includes(other)))
                    .join(','),
                })
              }
            />
            {it.header}
          </label>
        ))}
      </fieldset>
      <label className="column-choice__dense">
        <input
          type="checkbox"
          checked={compact}
          onChange={({ currentTarget: { checked } }) => dense.set(checked)}
        />
        Compact rows
      </label>
    </Popover>
  );
}
