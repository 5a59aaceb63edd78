import type { ComponentProps, ReactNode } from 'react';
import { SaveButton } from './SaveButton.tsx';

interface FormProps extends ComponentProps<'form'> {
  /** The result of `useForm`. */
  readonly form: { readonly busy: boolean; readonly formProps: ComponentProps<'form'> };
  /** Label of the submit button. */
  readonly submit: string;
  /** Next to the button. */
  readonly beside?: ReactNode;
}

/** A form with a submit button that ignores clicks while it saves. */
export function Form({ form, submit, beside, className = '', children, ...rest }: FormProps) {
  const { busy, formProps } = form;
  return (
    <form className={`form ${className}`.trimEnd()} {...rest} {...formProps}>
      {children}
      <div className="form__wide form__foot">
        <SaveButton busy={busy}>{submit}</SaveButton>
        {beside}
      </div>
    </form>
  );
}
