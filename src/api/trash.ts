import type { BoundedTotal } from '#shared/schemas/common.ts';
import type { Trashed, trashKinds } from '#shared/schemas/trash.ts';
import { call } from './client.ts';
import { bounded } from './shape.ts';

export type TrashKind = (typeof trashKinds)[number];

/** `undo` is what `restoreTrash` brings back. */
export type Deleted = { message: string; undo: string[] };
export type DeletedMany = Deleted & { count: number };
export const deleted = { message: 'string', undo: 'array' } as const;
export const deletedMany = { ...deleted, count: 'number' } as const;

export const fetchTrash = (kind: TrashKind, page: number) =>
  call<{ trash: Trashed[] } & BoundedTotal>(
    `/trash/list?kind=${kind}&page=${page}`,
    { trash: 'array', ...bounded },
    {
      as: 'admin',
    },
  );

export const restoreTrash = (ids: readonly string[]) =>
  call<{ message: string; count: number }>(
    '/trash/restore',
    { message: 'string', count: 'number' },
    {
      method: 'POST',
      body: { ids },
      as: 'admin',
    },
  );
