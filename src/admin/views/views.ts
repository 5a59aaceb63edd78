import { messages } from '#shared/messages.ts';
import type { View, ViewInput } from '#shared/schemas/views.ts';
import * as api from '../../api/admin-views.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { change } from '../changes.ts';

const paths = ['/views'];
const { saved, renamed, removed, failed } = messages.views;

export const saveView = (view: ViewInput) =>
  change(api.saveView(view), paths, { done: saved, failed });

export const renameView = (id: string, name: string) =>
  change(api.renameView(id, name), paths, {
    done: renamed,
    failed: ({ status, message }) => (status === 409 ? message : failed),
  });

/** Offers to save it again. */
export async function removeView(list: string, { _id, name, query }: View): Promise<boolean> {
  const about = 'view removal';
  const reply = await change(api.deleteView(_id), paths, { failed, about });
  if (reply.ok) {
    const undo = {
      label: messages.trash.undo,
      run: async () => void (await saveView({ list, name, query })),
    };
    toastSuccess(removed, undo, about);
  }
  return reply.ok;
}
