import { messages } from '#shared/messages.ts';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useController, type Control } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { choiceKinds, type ChoiceName } from './choices.ts';
import { canBeShown } from './css-colours.ts';
import type { ProductEdits, ProductValues } from './product-edits.ts';
import { useChoices } from './use-choices.ts';
import './choices-field.css';

interface ChoicesFieldProps {
  readonly label: string;
  /** Entries are sent as `name[0]`, `name[1]`, … */
  readonly name: ChoiceName;
  readonly control: Control<ProductValues, unknown, ProductEdits>;
  readonly errorOf: (path: string) => string | undefined;
  /** Of existing entries, followed by their number. */
  readonly placeholder?: string;
}

/** Sizes or colours as a list of small inputs; the last one adds an entry. */
export function ChoicesField({ label, name, control, errorOf, placeholder }: ChoicesFieldProps) {
  const { field } = useController({ control, name });
  const { nth, kept, shown, suggested, presets } = choiceKinds[name];
  const choices = useChoices(name, field.value ?? [''], field.onChange);
  const { entries, typed, said, box, add, addSet, remove, type, focus } = choices;
  const id = useId();
  const error = errorOf(name) ?? errorOf(`${name}.root`);
  const unknown = name === 'colors' ? entries.filter((it) => it && !canBeShown(it)) : [];
  const common = (index: number) => ({
    'data-entry': '',
    type: 'text',
    'aria-label': `${label} ${index + 1}`,
    placeholder: placeholder && `${placeholder} ${index + 1}`,
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <fieldset className="choices">
      <legend className="field__label">{label}</legend>
      <div className="choices__box" ref={box} data-wrong={error ? '' : undefined}>
        {entries.map((entry, index) => (
          <span className="choice" key={index}>
            {name === 'colors' && <Swatch colour={entry} />}
            <input
              {...common(index)}
              value={shown(entry)}
              size={Math.max(shown(entry).length, 1)}
              tabIndex={-1}
              onChange={({ currentTarget }) => type(currentTarget.value, index)}
              onKeyDown={(event) => choices.onKeyDown(event, index)}
            />
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Remove ${shown(entry) || `${label} ${index + 1}`}`}
              onClick={() => remove([entry], entries.length - 1)}
            >
              <X aria-hidden size={14} />
            </button>
          </span>
        ))}
        <input
          {...common(entries.length)}
          {...(entries.length > 0 && { placeholder: nth(entries.length + 1) })}
          className="choices__next"
          value={typed}
          list={suggested.length > 0 ? `${id}-list` : undefined}
          enterKeyHint="enter"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-said`}
          onChange={({ currentTarget: { value }, nativeEvent }) => {
            const fromList =
              !(nativeEvent instanceof InputEvent) ||
              nativeEvent.inputType === 'insertReplacementText';
            if (fromList && suggested.includes(value)) add([value]);
            else type(value);
          }}
          onKeyDown={choices.onKeyDown}
          onPaste={choices.onPaste}
        />
      </div>
      {[...entries, typed]
        .map(kept)
        .map(
          (entry, index) =>
            entry && <input key={index} type="hidden" name={`${name}[${index}]`} value={entry} />,
        )}
      {suggested.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggested.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
      )}
      {unknown.length > 0 && (
        <p className="field__error">
          {messages.products.cannotBeShown(unknown.map((it) => `“${it}”`).join(', '))}
        </p>
      )}
      <div className="choices__more">
        <Button
          look="link"
          onClick={() => {
            if (typed) add([typed]);
            focus(entries.length);
          }}
        >
          + Add
        </Button>
        {presets.map(([preset, all]) => {
          const on = all.every((it) => entries.includes(it));
          return (
            <Button
              key={preset}
              look="link"
              aria-pressed={on}
              onClick={() => (on ? remove(all) : addSet(all))}
            >
              {preset}
            </Button>
          );
        })}
        <p id={`${id}-said`} className={error ? 'field__error' : 'field__hint'}>
          {error ?? 'Press Enter or a comma to add one.'}
          <span className="visually-hidden">
            {' '}
            Use the arrow keys to move between entries, and Delete to remove one.
          </span>
        </p>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </fieldset>
  );
}

/** An empty ring if the color is unknown. */
function Swatch({ colour }: { readonly colour: string }) {
  const known = canBeShown(colour);
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" data-unknown={!known}>
      <circle cx="7" cy="7" r="6.5" color={known ? colour : undefined} />
    </svg>
  );
}
