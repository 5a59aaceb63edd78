import type { ComponentProps, ReactNode } from 'react';
import { SaveButton } from './SaveButton.tsx';

interface FormProps extends ComponentProps<'form'> {
  /** What `useForm` made. */
  readonly form: { readonly busy: boolean; readonly formProps: ComponentProps<'form'> };
  /** Of the button that sends it. */
  readonly submit: string;
  /** Stands beside the button. */
  readonly beside?: ReactNode;
}

/** A form with its button; while it saves, it takes no second click. */
export function Form({ form, submit, beside, className = '', children, ...rest }: FormProps) {
  const { busy, formProps } = form;
  const button = <SaveButton busy={busy}>{submit}</SaveButton>;
  return (
    <form className={`form ${className}`.trimEnd()} {...rest} {...formProps}>
      {children}
      {beside ? (
        <div className="form__wide form__foot">
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
    </form>
  );
}
