import { useId, type ComponentProps, type ReactNode } from 'react';

interface Labelled {
  readonly label: string;
  /** The error message. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

type FieldProps = ComponentProps<'input'> & Labelled;
type TextAreaProps = ComponentProps<'textarea'> & Labelled;
type SelectProps = ComponentProps<'select'> & Labelled;

/** A labelled input with its error message. */
export function Field({ label, error, hint, className, ...input }: FieldProps) {
  return (
    <WithLabel {...{ label, error, hint, className }}>
      {(said) => <input {...input} {...said} />}
    </WithLabel>
  );
}

/** The same for multi-line text. */
export function TextArea({ label, error, hint, className, ...area }: TextAreaProps) {
  return (
    <WithLabel {...{ label, error, hint, className }}>
      {(said) => <textarea {...area} {...said} />}
    </WithLabel>
  );
}

/** The same for a select; the options are its children. */
export function Select({ label, error, hint, className, ...select }: SelectProps) {
  return (
    <WithLabel {...{ label, error, hint, className }}>
      {(said) => <select {...select} {...said} />}
    </WithLabel>
  );
}

interface WithLabelProps extends Labelled {
  readonly className: string | undefined;
  readonly children: (said: {
    readonly id: string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A label and the error or hint of what `children` renders. */
export function WithLabel({ label, error, hint, className, children }: WithLabelProps) {
  const id = useId();
  const said = error ?? hint;
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': said ? `${id}-said` : undefined,
      })}
      {said && (
        <p id={`${id}-said`} className={error ? 'field__error' : 'field__hint'}>
          {said}
        </p>
      )}
    </div>
  );
}

type CheckProps = Omit<ComponentProps<'input'>, 'type'> & { readonly label: ReactNode };

/** A labelled checkbox. */
export function Check({ label, ...input }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input {...input} type="checkbox" id={id} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
