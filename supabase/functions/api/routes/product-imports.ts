import { importMessages } from '../../_shared/import-messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  isRunning,
  productImportReply,
  productImportsReply,
} from '../../_shared/schemas/product-imports.ts';
import { call, type Call } from '../call.ts';
import { notFound } from '../errors.ts';
import { continueSoon } from '../product-imports/run.ts';
import { listProductImports, readProductImport } from '../queries/product-imports.ts';

const { undoing, retried } = importMessages;

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
];
