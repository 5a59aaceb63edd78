import { Fragment, useMemo } from 'react';
import type { CustomResource } from '#shared/domain/custom-fields.ts';
import { customValuesOf, type CustomValue } from '#shared/schemas/custom-fields.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Select, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { saveValues, uploadPicture } from './custom-fields.ts';
import './custom-fields.css';

interface CustomValuesFormProps {
  readonly resource: CustomResource;
  readonly id: string;
  readonly fields: readonly CustomValue[];
}

/** Sends only what was changed, so that two who edit different fields lose nothing. */
export function CustomValuesForm({ resource, id, fields }: CustomValuesFormProps) {
  const schema = useMemo(() => customValuesOf(fields), [fields]);
  const form = useForm<Record<string, unknown>, Record<string, string | null | undefined>>({
    schema,
    values: Object.fromEntries(fields.map((it) => [it.key, it.value ?? ''])),
    save: (_values, _form, changes) =>
      saveValues(
        resource,
        id,
        Object.fromEntries(Object.entries(changes).map(([key, it]) => [key, it ?? null])),
      ),
  });
  function valueField({ key, name, kind, choices }: CustomValue) {
    const input = { label: name, ...form.field(key) };
    if (kind === 'text') return <TextArea {...input} rows={2} maxLength={1000} />;
    if (kind === 'choice')
      return (
        <Select {...input}>
          <option value="">None</option>
          {choices.map((it) => (
            <option key={it}>{it}</option>
          ))}
        </Select>
      );
    return <Field {...input} {...inputs[kind]} />;
  }
  return (
    <Form form={form} submit="Save fields">
      {fields.map((field) =>
        field.kind === 'picture' ? (
          <PictureField
            key={field.key}
            name={field.name}
            src={String(form.watch(field.key) ?? '')}
            error={form.errorOf(field.key)}
            onChange={(src) => form.setValue(field.key, src, { shouldDirty: true })}
          />
        ) : (
          <Fragment key={field.key}>{valueField(field)}</Fragment>
        ),
      )}
    </Form>
  );
}

const inputs = {
  number: { inputMode: 'decimal', autoComplete: 'off' },
  date: { type: 'date' },
  link: { type: 'url', placeholder: 'https://', maxLength: 500, autoComplete: 'off' },
  picture: {},
} as const;

interface PictureFieldProps {
  readonly name: string;
  /** The address of the picture; '' for none. */
  readonly src: string;
  readonly error: string | undefined;
  readonly onChange: (src: string) => void;
}

/** A picture is uploaded at once, and belongs to the record when the form is saved. */
function PictureField({ name, src, error, onChange }: PictureFieldProps) {
  return (
    <div className="field custom-picture" role="group" aria-label={name}>
      <span className="custom-picture__name">{name}</span>
      {src && (
        <>
          <img src={src} alt={name} />
          <Button look="danger-link" aria-label={`Remove ${name}`} onClick={() => onChange('')}>
            Remove
          </Button>
        </>
      )}
      <ImageUpload
        name={name}
        save={async (data) => {
          const reply = await uploadPicture(data);
          if (reply.ok) onChange(reply.image);
          return reply;
        }}
      />
      {error && <p className="field__error">{error}</p>}
    </div>
  );
}
