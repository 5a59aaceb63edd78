import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type { viewChangedReply, ViewInput, viewsReply } from '#shared/schemas/views.ts';
import { call, resource } from './client.ts';
import { sentence } from './shape.ts';

type Changed = z.infer<typeof viewChangedReply>;
const changed = { message: 'string', view: 'object' } as const;

/** The saved views of a list, by its name in the API. */
export const views = (list: string) =>
  resource<z.infer<typeof viewsReply>>(
    `/views?list=${encodeURIComponent(list)}`,
    { views: 'array' },
    { as: 'admin' },
  );

/** Replaces a view with the same name. */
export const saveView = (body: ViewInput) =>
  call<Changed>('/views', changed, { method: 'POST', body, as: 'admin' });

export const renameView = (id: string, name: string) =>
  call<Changed>(`/views/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body: { name },
    as: 'admin',
  });

export const deleteView = (id: string) =>
  call<z.infer<typeof messageReply>>(`/views/${encodeURIComponent(id)}`, sentence, {
    method: 'DELETE',
    as: 'admin',
  });
