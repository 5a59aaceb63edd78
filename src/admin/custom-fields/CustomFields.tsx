import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CustomResource } from '#shared/domain/custom-fields.ts';
import { customValues } from '../../api/admin-custom-fields.ts';
import { query } from '../../api/query.ts';
import { lazy } from '../forms/lazy.tsx';
import { Section } from '../listing/Section.tsx';

const CustomValuesForm = lazy(
  'form',
  async () => (await import('./CustomValuesForm.tsx')).CustomValuesForm,
);

interface CustomFieldsProps {
  readonly resource: CustomResource;
  readonly id: string;
}

/** The custom fields of a record, in a form of their own; nothing where there are none. */
export function CustomFields({ resource, id }: CustomFieldsProps) {
  const [$values] = useState(() => query(customValues(resource, id)));
  const { body } = useStore($values);
  if (!body || body.customFields.length === 0) return null;
  const { customFields } = body;
  return (
    <Section title="Custom fields" className="panel">
      <CustomValuesForm
        key={customFields.map((it) => it.key).join()}
        {...{ resource, id, fields: customFields }}
      />
    </Section>
  );
}
