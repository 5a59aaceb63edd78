import { importMessages } from '../../_shared/import-messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  importedPicture,
  isRunning,
  productImportReply,
  productImportsReply,
} from '../../_shared/schemas/product-imports.ts';
import { call, type Call } from '../call.ts';
import { notFound } from '../errors.ts';
import { readPicture } from '../pictures.ts';
import { continueSoon, showPicture } from '../product-imports/run.ts';
import { listProductImports, readProductImport } from '../queries/product-imports.ts';

const { pictureAdded, undoing, retried } = importMessages;

export const productImports: Call[] = [
  call(
    {
      method: 'GET',
      path: '/products/admin/imports',
      summary: 'The imports of product files of the last 30 days, at most 20',
      access: 'admin',
      guardedInSql: true,
      reply: productImportsReply,
    },
    async ({ db }) => ({ imports: await listProductImports(db) }),
  ),
  call(
    {
      method: 'GET',
      path: '/products/admin/imports/:id',
      summary:
        'How far an import of a product file is, with the pictures that could not be fetched',
      access: 'admin',
      guardedInSql: true,
      reply: productImportReply,
    },
    async ({ db, settings, caller, id }) => {
      const found = await readProductImport(db, id());
      // Whoever looks at it continues what has ended with its process.
      if (isRunning(found)) continueSoon(settings, found.id, caller.id);
      return { import: found };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/imports/:id/undo',
      summary:
        'Take back an import of a product file within a day: new products go to the trash, what was changed since stays',
      access: 'admin',
      guardedInSql: true,
      reply: messageReply,
      errors: ['too_late'],
    },
    async ({ db, settings, caller, id }) => {
      if (!(await db.call('office.undo_product_import', { p_id: id() }))) throw notFound('Import');
      continueSoon(settings, id(), caller.id);
      return { message: undoing };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/imports/:id/retry',
      summary: 'Fetch the pictures of an import again that could not be fetched',
      access: 'admin',
      guardedInSql: true,
      reply: messageReply,
    },
    async ({ db, settings, caller, id }) => {
      await readProductImport(db, id());
      await db.call('office.retry_import_pictures', { p_id: id() });
      continueSoon(settings, id(), caller.id);
      return { message: retried };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/products/admin/imports/:id/picture',
      summary:
        'Upload a picture that an import names and could not fetch, for all products that show it',
      access: 'admin',
      guardedInSql: true,
      body: importedPicture,
      files: true,
      reply: messageReply,
      errors: ['not_accepted'],
    },
    async ({ db, bucket, body, files, id }) => {
      const args = { p_id: id(), p_url: body.url };
      const missing = await db.list('office.missing_import_pictures', args);
      if (missing.length === 0) throw notFound('Picture');
      const picture = await readPicture(files);
      for (const it of missing) await showPicture(db, bucket, it, picture);
      return { message: pictureAdded };
    },
  ),
];
