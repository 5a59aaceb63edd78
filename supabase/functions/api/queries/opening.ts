import type { Db } from '../../_shared/queries/database.ts';
import type { OutsideSteps } from '../../_shared/queries/shop-rows.ts';
import type { Bucket } from './images.ts';
import { openingSteps, type Opening } from '../../_shared/schemas/opening.ts';

/** @param known says which of the steps are done that the database cannot see, by the payment providers that are on */
export async function readOpening(
  db: Db,
  known: (ways: readonly string[]) => Record<OutsideSteps, boolean>,
): Promise<Opening> {
  const [{ done, ways, ...rest }, demo] = await Promise.all([
    db.call('office.opening'),
    db.call('office.demo'),
  ]);
  const all = { ...done, ...known(ways) };
  return { ...rest, demo, steps: openingSteps.map((step) => ({ step, done: all[step] })) };
}

/** In one call to the storage. */
const mostPictures = 500;

/**
 * Removes the demo with its pictures. A picture that stays is harmless.
 * @param orders how many the administrator was told @throws ApiError 409 `changed_meanwhile`
 */
export async function removeDemo(db: Db, bucket: Bucket, orders: number): Promise<void> {
  const pictures = await db.call('office.remove_demo', { p_orders: orders });
  for (let i = 0; i < pictures.length; i += mostPictures) {
    await bucket.remove(pictures.slice(i, i + mostPictures)).catch(() => null);
  }
}
