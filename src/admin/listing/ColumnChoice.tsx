import { Columns3 } from 'lucide-react';
import { useId } from 'react';
import { changeAddress } from './address-state.ts';

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly hidden: readonly string[];
}

/** Which columns show; the platform's popover closes it on Escape and on a press elsewhere. */
export function ColumnChoice({ columns, hidden }: ColumnChoiceProps) {
  const id = useId();
  if (columns.length === 0) return null;
  return (
    <div className="column-choice">
      <button type="button" className="button button--quiet" popoverTarget={id}>
        <Columns3 aria-hidden size={16} />
        Columns
      </button>
      <fieldset id={id} popover="auto" className="column-choice__list">
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
    </div>
  );
}
