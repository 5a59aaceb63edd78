import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type {
  BestSeller,
  IncomePeriod,
  Notification,
  Tasks,
} from '../../_shared/schemas/dashboard.ts';

/** What the function `sales_figures` answers. */
interface Sales {
  income: { period: string; income: number; orders: number }[];
  bestSellers: {
    product_id: string | null;
    title: string;
    image: string | null;
    pieces: number;
    income: number;
  }[];
}

export async function readSales(
  db: Db,
  { from, to, by }: { from: string; to: string; by: 'day' | 'month' },
  imageUrl: (path: string) => string,
): Promise<{ income: IncomePeriod[]; bestSellers: BestSeller[] }> {
  const found = await db.rpc('sales_figures', { p_from: from, p_to: to, p_by: by });
  const { income, bestSellers } = rows(found) as unknown as Sales;
  return {
    income,
    bestSellers: bestSellers.map(({ product_id, image, ...rest }) => ({
      product: product_id,
      ...rest,
      ...(image === null ? {} : { imageUrl: imageUrl(image) }),
    })),
  };
}

export async function readTasks(db: Db): Promise<Tasks> {
  return rows(await db.rpc('open_tasks')) as unknown as Tasks;
}

/** What the function `notifications` answers. */
interface Happened {
  unseen: number;
  items: {
    kind: Notification['kind'];
    id: string;
    title: string;
    amount: number | null;
    status: string | null;
    at: string;
    new: boolean;
  }[];
}

export async function listNotifications(
  db: Db,
): Promise<{ notifications: Notification[]; unseen: number }> {
  const { unseen, items } = rows(await db.rpc('notifications')) as unknown as Happened;
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
  rowOrNull(await db.rpc('see_notifications'));
}
