import { useStore } from '@nanostores/react';
import { atom, computed, type ReadableAtom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import { quoteMessages } from '#shared/quote-messages.ts';
import type { Resource } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import './picker.css';

/** Debounced, like the other searches. */
const pauseMs = 200;

interface PickerProps<Body, Row> {
  readonly label: string;
  readonly hint?: string;
  /** The error message. */
  readonly error?: string | undefined;
  readonly resource: (q: string) => Resource<Body>;
  readonly rowsOf: (body: Body) => readonly Row[];
  readonly nameOf: (row: Row) => { readonly title: string; readonly note?: string };
  readonly onPick: (row: Row) => void;
  /** Shows results before anything is typed. */
  readonly atOnce?: boolean;
}

/** A search whose results are buttons: a click picks one and clears the search. */
export function Picker<Body extends object, Row extends { readonly _id: string }>(
  props: PickerProps<Body, Row>,
) {
  const { label, hint, error, resource, rowsOf, nameOf, onPick, atOnce } = props;
  const [$q] = useState(() => atom(''));
  const q = useStore($q);
  const [typed, setTyped] = useState('');
  const timer = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className="picker">
      <Field
        ref={input}
        label={label}
        hint={hint}
        error={error}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => $q.set(value.trim()), pauseMs);
        }}
        onKeyDown={(event) => {
          // Prevents submitting the surrounding form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {(atOnce || q !== '') && (
        <Results
          {...{ $q, resource, rowsOf, nameOf }}
          onPick={(row) => {
            setTyped('');
            $q.set('');
            input.current?.focus();
            onPick(row);
          }}
        />
      )}
    </div>
  );
}

interface ResultsProps<Body, Row> extends Pick<
  PickerProps<Body, Row>,
  'resource' | 'rowsOf' | 'nameOf' | 'onPick'
> {
  readonly $q: ReadableAtom<string>;
}

function Results<Body extends object, Row extends { readonly _id: string }>(
  props: ResultsProps<Body, Row>,
) {
  const { $q, resource, rowsOf, nameOf, onPick } = props;
  const q = useStore($q);
  const [$found] = useState(() => query(computed($q, (it) => resource(it))));
  const { body, failure, busy } = useStore($found);
  const rows = body && !failure ? rowsOf(body) : [];
  return (
    <div aria-live="polite" aria-busy={busy}>
      {failure && <p className="hint">{failure.message}</p>}
      {!failure && !busy && q !== '' && rows.length === 0 && (
        <p className="hint">{quoteMessages.nothingFound}</p>
      )}
      {rows.length > 0 && (
        <ul className="picker__rows">
          {rows.map((row) => {
            const { title, note } = nameOf(row);
            return (
              <li key={row._id}>
                <button type="button" onClick={() => onPick(row)}>
                  <span>{title}</span>
                  {note && <small>{note}</small>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
