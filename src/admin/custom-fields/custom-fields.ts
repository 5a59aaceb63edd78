import { customFieldMessages } from '#shared/custom-field-messages.ts';
import type { CustomKind, CustomResource } from '#shared/domain/custom-fields.ts';
import type {
  CustomField,
  CustomFieldInput,
  CustomFieldUpdate,
  CustomValues,
} from '#shared/schemas/custom-fields.ts';
import * as api from '../../api/admin-custom-fields.ts';
import { query, write } from '../../api/query.ts';
import { ask } from '../../ui/question.ts';
import { change, remove } from '../changes.ts';
import { wholePlacement } from '../content/saved-whole.ts';

const paths = ['/custom-fields'];
const { created, updated, removed, saved, failed } = customFieldMessages;

export const resourceNames: Readonly<Record<CustomResource, string>> = {
  product: 'Products',
  customer: 'Customers',
  order: 'Orders',
  company: 'Companies',
};

export const kindNames: Readonly<Record<CustomKind, string>> = {
  text: 'Text',
  number: 'Number',
  choice: 'Choice',
  date: 'Date',
  link: 'Link',
  picture: 'Picture',
};

export const $customFields = query(api.customFields());

export type PlacedField = CustomField & { readonly place: number };

export const createField = (field: CustomFieldInput) =>
  change(api.createCustomField(field), paths, { done: created, failed });

/** Asks before records lose choices that go. */
export async function updateField(id: string, changes: CustomFieldUpdate) {
  const reply = await api.updateCustomField(id, changes);
  if (!reply.ok && reply.code === 'choices_used' && !changes.dropValues) {
    const { dropQuestion: question, dropYes: yes, dropNo: no } = customFieldMessages;
    const agreed = await ask({ question, explained: reply.message, yes, no });
    if (agreed) return updateField(id, { ...changes, dropValues: true });
  }
  return change(Promise.resolve(reply), paths, {
    done: updated,
    failed: ({ status, message }) => (status === 409 ? message : failed),
  });
}

export const removeField = ({ _id }: CustomField) =>
  remove(api.deleteCustomField(_id), { ids: [_id], paths, failed, done: () => removed });

export const fieldPlacement = wholePlacement<PlacedField>(({ _id, place }, by) =>
  change(api.placeCustomField(_id, place + by), paths, { failed }),
);

export async function saveValues(resource: CustomResource, id: string, values: CustomValues) {
  const reply = await change(api.saveCustomValues(resource, id, values), [], {
    done: saved,
    failed,
    about: id,
  });
  if (reply.ok) write(api.customValues(resource, id), { customFields: reply.customFields });
  return reply;
}

export const uploadPicture = (form: FormData) =>
  change(api.uploadCustomPicture(form), [], { failed, about: 'custom picture' });
