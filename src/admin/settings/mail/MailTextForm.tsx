import { mailTextInput, type MailText } from '#shared/schemas/mail.ts';
import { useWatch } from 'react-hook-form';
import { Field, TextArea } from '../../../ui/Field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Form } from '../../forms/Form.tsx';
import { MailPreviewFrame } from './MailPreviewFrame.tsx';
import { kindNames, saveText } from './mail.ts';

/** Subject and opening text of a type of email, with a preview. */
export function MailTextForm({ text: { kind, ...words } }: { readonly text: MailText }) {
  const form = useForm({
    schema: mailTextInput,
    values: words,
    save: (_values, _form, changes) => saveText(kind, changes),
  });
  const { subject = '', opening = '' } = useWatch({ control: form.control });
  const places =
    kind === 'back_in_stock'
      ? '{product} stands for the product.'
      : /^(shop|account|email|password)/.test(kind)
        ? '{shop} stands for the name of the shop.'
        : /^(order|parcel|return|quote)/.test(kind)
          ? '{name} stands for the customer’s first name, {number} for the number of the order or quote.'
          : '{name} stands for the customer’s first name.';
  return (
    <div className="mail-text">
      <Form form={form} submit="Save" className="panel" aria-labelledby="mail-text-heading">
        <h2 id="mail-text-heading">{kindNames[kind]}</h2>
        <Field label="Subject" {...form.field('subject')} maxLength={150} />
        <TextArea
          label="Opening text"
          {...form.field('opening')}
          rows={7}
          maxLength={2000}
          hint={`${places} An empty line begins a new paragraph.`}
        />
      </Form>
      <MailPreviewFrame {...{ kind, subject, opening }} />
    </div>
  );
}
