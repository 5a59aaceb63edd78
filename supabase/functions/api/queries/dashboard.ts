import type { Db } from '../../_shared/queries/database.ts';
import type { z } from 'zod';
import type {
  Notification,
  salesQuery,
  salesReply,
  Tasks,
} from '../../_shared/schemas/dashboard.ts';

export async function readSales(
  db: Db,
  { from, to, by, imported }: z.output<typeof salesQuery>,
  imageUrl: (path: string) => string,
): Promise<z.infer<typeof salesReply>> {
  const args = { p_from: from, p_to: to, p_by: by, p_imported: imported === 'yes' };
  const { income, bestSellers, hasImported } = await db.call('office.sales_figures', args);
  return {
    ...{ income, hasImported },
    bestSellers: bestSellers.map(({ product_id, image, ...rest }) => ({
      product: product_id,
      ...rest,
      ...(image === null ? {} : { imageUrl: imageUrl(image) }),
    })),
  };
}

export function readTasks(db: Db): Promise<Tasks> {
  return db.call('office.open_tasks');
}

export async function listNotifications(
  db: Db,
): Promise<{ notifications: Notification[]; unseen: number }> {
  const { unseen, items } = await db.call('office.notifications');
  return {
    unseen,
    notifications: items.map(({ id, new: isNew, at, ...rest }) => ({
      _id: id,
      isNew,
      at: new Date(at).toISOString(),
      ...rest,
    })),
  };
}

export async function seeNotifications(db: Db): Promise<void> {
  await db.call('office.mark_notifications_seen');
}
