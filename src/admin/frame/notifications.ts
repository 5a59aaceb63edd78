import { notifications, seeNotifications } from '../../api/admin-dashboard.ts';
import { query, revalidate, write } from '../../api/query.ts';

/** `unseen` is at most 100, since the bell was last opened. */
export const $notifications = query(notifications(), { every: 60_000 });

/** New entries stay marked while the list is open. */
export async function openBell(): Promise<void> {
  const resource = notifications();
  const reply = await resource.fetch();
  if (!reply.ok) return revalidate(resource.path);
  write(resource, reply);
  if (reply.unseen > 0 && (await seeNotifications()).ok) write(resource, { ...reply, unseen: 0 });
}
