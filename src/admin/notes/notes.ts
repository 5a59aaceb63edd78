import { messages } from '#shared/messages.ts';
import * as api from '../../api/admin-notes.ts';
import { change, remove } from '../changes.ts';

export type { Noted } from '../../api/admin-notes.ts';

const paths = { customer: ['/users/admin/customer'], order: ['/orders/admin'] } as const;
const { added, removed, failed } = messages.notes;

export const addNote = (about: api.Noted, note: string) =>
  change(api.addNote(about, note), paths[about.kind], { done: added, failed });

export const removeNote = ({ kind }: api.Noted, id: string) =>
  remove(api.deleteNote(kind, id), { ids: [id], paths: paths[kind], failed, done: () => removed });
