import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { viewChangedReply, ViewInput, viewsReply } from '#shared/schemas/views.ts';
import { post, put, read, remove } from './admin-call.ts';
import { sentence } from './shape.ts';

type Changed = z.infer<typeof viewChangedReply>;
const changed = { message: 'string', view: 'object' } as const;

/** The saved views of a list, by its name in the API. */
export const views = (list: string) =>
  read<z.infer<typeof viewsReply>>(`/views?list=${encodeURIComponent(list)}`, { views: 'array' });

/** Replaces a view with the same name. */
export const saveView = (body: ViewInput) => post<Changed>('/views', changed, body);

export const renameView = (id: string, name: string) =>
  put<Changed>(`/views/${encodeURIComponent(id)}`, changed, { name });

export const deleteView = (id: string) =>
  remove<z.infer<typeof messageReply>>(`/views/${encodeURIComponent(id)}`, sentence);
