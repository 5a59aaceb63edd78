import type { z } from 'zod';
import type { productImportReply, productImportsReply } from '#shared/schemas/product-imports.ts';
import { post, read } from './admin-call.ts';
import { sentence } from './shape.ts';

type Message = { readonly message: string };

const pathOf = (id: string): string => `/products/admin/imports/${encodeURIComponent(id)}`;

export const productImports = () =>
  read<z.infer<typeof productImportsReply>>('/products/admin/imports', { imports: 'array' });

export const productImport = (id: string) =>
  read<z.infer<typeof productImportReply>>(pathOf(id), { import: 'object' });

export const undoImport = (id: string) => post<Message>(`${pathOf(id)}/undo`, sentence, {});

/** Fetches the pictures again that could not be fetched. */
export const retryPictures = (id: string) => post<Message>(`${pathOf(id)}/retry`, sentence, {});

export const addImportedPicture = (id: string, body: FormData) =>
  post<Message>(`${pathOf(id)}/picture`, sentence, body);
