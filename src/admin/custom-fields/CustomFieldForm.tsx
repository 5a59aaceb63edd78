import { customKinds, type CustomResource } from '#shared/domain/custom-fields.ts';
import { customFieldInput, type CustomField } from '#shared/schemas/custom-fields.ts';
import { Check, Field, Select, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { createField, kindNames, updateField } from './custom-fields.ts';

interface CustomFieldFormProps {
  readonly resource: CustomResource;
  /** Null for a new one. */
  readonly field: CustomField | null;
  readonly onDone: () => void;
}

/** Key and kind of a field never change, since values, files and links depend on them. */
export function CustomFieldForm({ resource, field, onDone }: CustomFieldFormProps) {
  const { name = '', key = '', kind = 'text', choices = [], shown, filter } = field ?? {};
  const form = useForm({
    schema: customFieldInput,
    values: {
      ...{ resource, name, key, kind, choices: choices.join('\n') },
      ...{ shown: shown ?? resource === 'product', filter: filter ?? false },
    },
    save: (values, _, { name: named, choices: chosen, shown: isShown, filter: filters }) =>
      field
        ? updateField(field._id, { name: named, choices: chosen, shown: isShown, filter: filters })
        : createField(values),
    onSaved: onDone,
  });
  const isChoice = form.watch('kind') === 'choice';
  return (
    <Form form={form} submit={field ? 'Update' : 'Add'}>
      <Field
        label="Name"
        {...form.field('name')}
        placeholder="Fabric"
        maxLength={60}
        autoComplete="off"
      />
      {!field && (
        <>
          <Select label="Kind" {...form.field('kind')}>
            {customKinds.map((it) => (
              <option key={it} value={it}>
                {kindNames[it]}
              </option>
            ))}
          </Select>
          <Field
            label="Key"
            {...form.field('key')}
            placeholder="fabric"
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            hint="For the API, files and links. Leave empty to make it from the name; it cannot change later."
          />
        </>
      )}
      {isChoice && (
        <TextArea
          label="Choices"
          {...form.field('choices')}
          rows={6}
          placeholder={'Wool\nLinen'}
          hint="One on each line, in the order of the menu."
        />
      )}
      {resource === 'product' && (
        <Check label="Shown on the product page" {...form.register('shown')} />
      )}
      {resource === 'product' && isChoice && (
        <Check label="A filter in lists of products" {...form.register('filter')} />
      )}
    </Form>
  );
}
