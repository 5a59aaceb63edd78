import { each, times } from './many.ts';
import type { Trial } from './trial.ts';

const area = 'renames';
const pieces = 5;

const renamed: Trial = {
  area,
  what: 'A size is renamed while it is in eight carts and ordered: carts follow, and no piece is lost or sold twice',
  async run(world, tally) {
    const { buyers, sql } = world;
    await each(times(5, Number), 1, async () => {
      const garment = await world.addGarment(pieces);
      const people = buyers.slice(0, 8);
      const [{ sku } = { sku: '' }] = await sql<{ sku: string }[]>`
        select sku from product_variants where product_id = ${garment._id}`;
      const json = { productId: garment._id, quantity: 1, size: 'M', color: 'navy' };
      await each(people, 4, async (buyer) => {
        await buyer.ask('DELETE', '/cart/clear-all');
        await buyer.ask('POST', '/cart/add-to-cart', { json });
      });
      const order = { amount: garment.price };
      const early = people.slice(0, 4).map((it) => it.order(garment, order));
      await world.office('PUT', `/products/update/${garment._id}`, { sizes: ['Medium'] });
      const later = { ...garment, sizes: ['Medium'] };
      const late = people.slice(4).map((it) => it.order(later, order));
      await Promise.all([...early, ...late]);
      // Those who ordered the old word may order the new one.
      await Promise.all(people.map((it) => it.order(later, order)));
      const carts = await sql<{ size: string }[]>`
        select distinct size from cart_items where product_id = ${garment._id}`;
      tally.same(
        'sizes in carts',
        carts.map((it) => it.size),
        ['Medium'],
        people.length,
      );
      const variants = await sql<{ size: string; sku: string; left: number; held: number }[]>`
        select size, sku, on_hand as left, held from product_variants where product_id = ${garment._id}`;
      const all = { size: 'Medium', sku, left: pieces, held: pieces };
      tally.same('variants', [...variants], [all], people.length);
      const lines = await sql<{ strays: number }[]>`
        select count(*)::int as strays from order_items i
        where i.product_id = ${garment._id} and not exists (
          select from product_variants v where v.id = i.variant_id and v.product_id = i.product_id)`;
      tally.same('ordered lines without a variant', lines[0]?.strays, 0, 8);
    });
  },
};

export const renames: Trial[] = [renamed];
