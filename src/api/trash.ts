import type { z } from 'zod';
import type { bulkReply, deletedReply } from '#shared/schemas/common.ts';
import type { restoredReply, trashKinds, trashReply } from '#shared/schemas/trash.ts';
import { post, read } from './admin-call.ts';
import { pageOf } from './page.ts';
import { bounded } from './shape.ts';

export type TrashKind = (typeof trashKinds)[number];

/** `undo` is what `restoreTrash` restores. */
export type Deleted = z.infer<typeof deletedReply>;
export type DeletedMany = z.infer<typeof bulkReply>;
export const deleted = { message: 'string', undo: 'array' } as const;
export const deletedMany = { ...deleted, count: 'number' } as const;

export const trashPage = (kind: TrashKind, page: number) =>
  pageOf(
    read<z.infer<typeof trashReply>>(`/trash/list?kind=${kind}&page=${page}`, {
      trash: 'array',
      ...bounded,
    }),
    (it) => it.trash,
  );

export const restoreTrash = (ids: readonly string[]) =>
  post<z.infer<typeof restoredReply>>(
    '/trash/restore',
    { message: 'string', count: 'number' },
    { ids },
  );
