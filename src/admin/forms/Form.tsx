import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../ui/Field.tsx';
import { zoneName } from '../time-zone.ts';
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

type FieldProps = ComponentProps<typeof Field>;

/** Where something leads: a path in the shop, or another address. */
export const LinkField = (props: FieldProps) => (
  <Field
    placeholder="/shop"
    hint="A path in the shop, or a URL that begins with https://"
    maxLength={500}
    autoComplete="off"
    {...props}
  />
);

interface PlannedFieldProps extends FieldProps {
  /** What it is for to leave it empty, such as `to start immediately`. */
  readonly empty: string;
}

/** A time in the zone of the shop, or none; `plannedTime` parses it. */
export const PlannedField = ({ empty, ...field }: PlannedFieldProps) => (
  <Field type="datetime-local" hint={`In ${zoneName()}. Leave empty ${empty}.`} {...field} />
);
