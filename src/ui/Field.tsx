import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** What is wrong with it, in words. */
  error?: string | undefined;
  hint?: string | undefined;
}

/** A labelled input that says at itself what is wrong. */
export function Field({ label, error, hint, className, ...input }: FieldProps) {
  const id = useId();
  const said = error ?? hint;
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={said ? `${id}-said` : undefined}
      />
      {said && (
        <p id={`${id}-said`} className={error ? 'field__error' : 'field__hint'}>
          {said}
        </p>
      )}
    </div>
  );
}

/** A labelled checkbox. */
export function Check({
  label,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode }) {
  const id = useId();
  return (
    <div className="check">
      <input {...input} type="checkbox" id={id} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
