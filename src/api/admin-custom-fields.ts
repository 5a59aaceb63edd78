import type { z } from 'zod';
import type { CustomResource } from '#shared/domain/custom-fields.ts';
import type {
  customFieldChangedReply,
  CustomFieldInput,
  customFieldsReply,
  CustomFieldUpdate,
  customPictureReply,
  CustomValues,
  customValuesReply,
  customValuesSavedReply,
} from '#shared/schemas/custom-fields.ts';
import { post, put, read } from './admin-call.ts';
import { placeCall, recordCalls } from './record-calls.ts';

export const customFields = () =>
  read<z.infer<typeof customFieldsReply>>('/custom-fields/all', { customFields: 'array' });

export const [createCustomField, updateCustomField, deleteCustomField] = recordCalls<
  CustomFieldInput,
  z.infer<typeof customFieldChangedReply>,
  CustomFieldUpdate
>('/custom-fields', { message: 'string', customField: 'object' });

export const placeCustomField = placeCall('/custom-fields');

const valuesAt = (resource: CustomResource, id: string) =>
  `/custom-fields/${resource}/${encodeURIComponent(id)}`;

/** The fields of a record, with its values. */
export const customValues = (resource: CustomResource, id: string) =>
  read<z.infer<typeof customValuesReply>>(valuesAt(resource, id), { customFields: 'array' });

export const saveCustomValues = (resource: CustomResource, id: string, values: CustomValues) =>
  put<z.infer<typeof customValuesSavedReply>>(
    valuesAt(resource, id),
    { message: 'string', customFields: 'array' },
    { values },
  );

/** Fields of the body: image. */
export const uploadCustomPicture = (body: FormData) =>
  post<z.infer<typeof customPictureReply>>(
    '/custom-fields/picture',
    { message: 'string', image: 'string' },
    body,
  );
