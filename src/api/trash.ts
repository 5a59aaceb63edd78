import type { z } from 'zod';
import type { bulkReply, deletedReply } from '#shared/schemas/common.ts';
import type { restoredReply, trashKinds, trashReply } from '#shared/schemas/trash.ts';
import { post } from './admin-call.ts';
import { tablePage } from './page.ts';
import { bounded } from './shape.ts';

export type TrashKind = (typeof trashKinds)[number];

/** `undo` is what `restoreTrash` restores. */
export type Deleted = z.infer<typeof deletedReply>;
export type DeletedMany = z.infer<typeof bulkReply>;
export const deleted = { message: 'string', undo: 'array' } as const;
export const deletedMany = { ...deleted, count: 'number' } as const;

const pageOf = tablePage(
  '/trash/list',
  { trash: 'array', ...bounded },
  (it: z.infer<typeof trashReply>) => it.trash,
);

export const trashPage = (kind: TrashKind, page: number) => pageOf(`kind=${kind}&page=${page}`);

export const restoreTrash = (ids: readonly string[]) =>
  post<z.infer<typeof restoredReply>>(
    '/trash/restore',
    { message: 'string', count: 'number', missing: 'array' },
    { ids },
  );
