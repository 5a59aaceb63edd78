import { useId, type TextareaHTMLAttributes } from 'react';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly error?: string | undefined;
}

/** A labelled text of several lines that says at itself what is wrong. */
export function TextArea({ label, error, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field form__wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className="field__error">
          {error}
        </p>
      )}
    </div>
  );
}
