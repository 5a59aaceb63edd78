import { z } from 'zod';
import { customFieldMessages } from '../../_shared/custom-field-messages.ts';
import { customResources, type CustomResource } from '../../_shared/domain/custom-fields.ts';
import { pictureSize } from '../../_shared/domain/picture-size.ts';
import { deletedReply, messageReply, placeInput } from '../../_shared/schemas/common.ts';
import {
  customFieldChangedReply,
  customFieldInput,
  customFieldsReply,
  customFieldUpdate,
  customPictureReply,
  customValuesInput,
  customValuesReply,
  customValuesSavedReply,
} from '../../_shared/schemas/custom-fields.ts';
import { call, type Call } from '../call.ts';
import { readPicture } from '../pictures.ts';
import * as queries from '../queries/custom-fields.ts';
import { withImages } from '../queries/images.ts';
import { deleteRecord } from '../queries/trash.ts';

/** The values of the records of one kind. */
const valuesOf = (resource: CustomResource): Call[] => [
  call(
    {
      method: 'GET',
      path: `/custom-fields/${resource}/:id`,
      summary: `The custom fields of this ${resource}, with its values`,
      access: 'admin',
      guardedInSql: true,
      reply: customValuesReply,
    },
    async ({ db, id, imageUrl }) => ({
      customFields: await queries.readCustomValues(db, resource, id(), imageUrl),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: `/custom-fields/${resource}/:id`,
      summary: `Change values of custom fields of this ${resource}; those that are not named stay`,
      access: 'admin',
      guardedInSql: true,
      body: customValuesInput,
      reply: customValuesSavedReply,
    },
    async ({ db, body, id, imageUrl }) => ({
      message: customFieldMessages.saved,
      customFields: await queries.saveCustomValues(db, resource, id(), body.values, imageUrl),
    }),
  ),
];

export const customFields: Call[] = [
  call(
    {
      method: 'GET',
      path: '/custom-fields/all',
      summary: 'All custom fields in their order, with the number of records that have a value',
      access: 'admin',
      guardedInSql: true,
      reply: customFieldsReply,
    },
    async ({ db }) => ({ customFields: await queries.listCustomFields(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/custom-fields/create',
      summary: 'Add a custom field to products, customers, orders or companies',
      access: 'admin',
      guardedInSql: true,
      body: customFieldInput,
      reply: customFieldChangedReply,
      status: 201,
      errors: ['key_taken', 'too_many_fields'],
    },
    async ({ db, body }) => ({
      message: customFieldMessages.created,
      customField: await queries.addCustomField(db, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/custom-fields/place/:id',
      summary: 'Move a custom field to another position among those of its kind of record',
      access: 'admin',
      guardedInSql: true,
      body: placeInput,
      reply: messageReply,
    },
    async ({ db, body, id }) => {
      await queries.moveCustomField(db, id(), body.place);
      return { message: customFieldMessages.ordered };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/custom-fields/update/:id',
      summary:
        'Change a custom field; refused if records have choices that would go, unless dropValues',
      access: 'admin',
      guardedInSql: true,
      body: customFieldUpdate,
      reply: customFieldChangedReply,
      errors: ['choices_used'],
    },
    async ({ db, body, id }) => ({
      message: customFieldMessages.updated,
      customField: await queries.updateCustomField(db, id(), body),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/custom-fields/delete/:id',
      summary: 'Delete a custom field with its values',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: customFieldMessages.removed,
      undo: await deleteRecord({ db, bucket }, 'custom_fields', id(), 'Custom field'),
    }),
  ),
  call(
    {
      method: 'POST',
      path: '/custom-fields/picture',
      summary: 'Upload a picture for a custom field; its URL is the value to save',
      access: 'admin',
      body: z.object({}),
      files: true,
      reply: customPictureReply,
      status: 201,
      errors: ['not_accepted'],
    },
    async ({ bucket, files, imageUrl }) => {
      const picture = await readPicture(files);
      const size = pictureSize(picture.extension, picture.bytes).join('x');
      return withImages(bucket, 'custom', [{ ...picture, size }], ([path = '']) =>
        Promise.resolve({ message: customFieldMessages.pictureSaved, image: imageUrl(path) }),
      );
    },
  ),
  ...customResources.flatMap(valuesOf),
];
