import { Field } from '../../../ui/Field.tsx';
import type { ComponentProps } from 'react';

interface ColorFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly error?: string | undefined;
  /** As it is typed, such as `#1f3b33`. */
  readonly color: string;
  /** That of the design, which an empty field keeps. */
  readonly own: string;
  readonly onPick: (color: string) => void;
}

/** A color as text, and the browser's own way to pick one beside it. */
export function ColorField({ label, color, own, onPick, ...input }: ColorFieldProps) {
  return (
    <div className="color-field fields__half">
      <Field
        label={label}
        {...input}
        placeholder={own}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
      />
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={/^#[\da-f]{6}$/i.test(color) ? color : own}
        onChange={(event) => onPick(event.target.value)}
      />
    </div>
  );
}
