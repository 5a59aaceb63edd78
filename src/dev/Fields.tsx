import { Check, Field, Select, TextArea } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

const long =
  'A text that is much longer than the field, as people paste it from elsewhere, with_a_word_that_cannot_be_broken';

export function Fields() {
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <div className="form form--pairs">
        <Field label="Empty" autoComplete="off" />
        <Field label="Filled" autoComplete="off" defaultValue="Linen" />
        <Field label="With a hint" autoComplete="off" hint="At least 8 characters" />
        <Field label="With an error" autoComplete="off" defaultValue="-5" error="At least 0" />
        <Field label="Disabled" autoComplete="off" defaultValue="Linen" disabled />
        <Field label="Long" autoComplete="off" defaultValue={long} error={long} />
        <Field label="Number" type="number" autoComplete="off" defaultValue={12.5} step="0.01" />
        <Field label="Date" type="date" autoComplete="off" />
        <PasswordField label="Password" autoComplete="new-password" defaultValue="linen" />
        <Select label="Choice" defaultValue="">
          <option value="">Choose…</option>
          <option value="m">M</option>
        </Select>
        <Select label="Choice with an error" error="Choose a size" defaultValue="">
          <option value="">Choose…</option>
          <option value="m">M</option>
        </Select>
        <TextArea label="Several lines" autoComplete="off" rows={3} defaultValue={long} />
        <TextArea
          label="Several lines with an error"
          autoComplete="off"
          rows={3}
          error="Write something"
        />
        <div>
          <Check label="Unchecked" />
          <Check label="Checked" defaultChecked />
          <Check label="Disabled" disabled />
        </div>
      </div>
    </section>
  );
}
