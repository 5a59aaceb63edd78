import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import { post, remove } from './admin-call.ts';
import { sentence } from './shape.ts';
import { deleted, type Deleted } from './trash.ts';

/** What a note is about. */
export interface Noted {
  readonly kind: 'customer' | 'order';
  readonly id: string;
}

const paths = { customer: '/users/admin/customer', order: '/orders/admin' } as const;
const ofNotes = { customer: '/users/admin/notes', order: '/orders/admin/notes' } as const;

export const addNote = ({ kind, id }: Noted, note: string) =>
  post<z.infer<typeof messageReply>>(`${paths[kind]}/${encodeURIComponent(id)}/notes`, sentence, {
    note,
  });

export const deleteNote = (kind: Noted['kind'], id: string) =>
  remove<Deleted>(`${ofNotes[kind]}/${encodeURIComponent(id)}`, deleted);
