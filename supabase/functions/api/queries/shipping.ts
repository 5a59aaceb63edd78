import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type {
  Country,
  ShippingMethodInput,
  ShippingMethodUpdate,
  ShippingZone,
  ShippingZoneInput,
  ShippingZoneUpdate,
} from '../../_shared/schemas/shipping.ts';
import { notFound } from '../errors.ts';
import { assignments } from './assignments.ts';

/** By name; with a name only the country that is called so, in any language. */
export const listCountries = (db: Db, name?: string): Promise<Country[]> =>
  db.query<Country>(sql`
    select code, name, names from public.countries
    where ${name}::text is null or code = public.country_named(${name}) order by name`);

/** Zones by name, that for everywhere else last; methods by their place. */
export const listShipping = (db: Db): Promise<ShippingZone[]> =>
  db.query<ShippingZone>(sql`
    select z.id as "_id", z.name, z.countries, (
      select coalesce(json_agg(json_build_object('_id', m.id, 'name', m.name, 'price', m.price, 'freeFrom', m.free_from,
        'weightBands', m.weight_bands, 'maxWeight', m.max_weight, 'daysFrom', m.days_from, 'daysTo', m.days_to,
        'position', m.position) order by m.position, m.price, m.id), '[]')
      from public.shipping_methods m where m.zone_id = z.id) as methods
    from public.shipping_zones z order by z.countries = '{}', lower(z.name), z.id`);

function idOf(rows: { id: string }[], what: string): string {
  const [row] = rows;
  if (!row) throw notFound(what);
  return row.id;
}

export async function insertZone(db: Db, { name, countries }: ShippingZoneInput): Promise<string> {
  const added = await db.query<{ id: string }>(sql`
    insert into public.shipping_zones (name, countries) values (${name}, ${countries}) returning id`);
  return idOf(added, 'Zone');
}

/** @throws ApiError 404 */
export async function updateZone(db: Db, id: string, zone: ShippingZoneUpdate): Promise<string> {
  const changed = await db.query<{ id: string }>(sql`
    update public.shipping_zones set ${assignments(zone)} where id = ${id} returning id`);
  return idOf(changed, 'Zone');
}

/** With its methods. @throws ApiError 404 */
export async function deleteZone(db: Db, id: string): Promise<void> {
  const deleted = await db.query<{ id: string }>(sql`
    delete from public.shipping_zones where id = ${id} returning id`);
  idOf(deleted, 'Zone');
}

const values = (
  it: ShippingMethodInput,
) => sql`${it.name}, ${it.price}::numeric, ${it.freeFrom}::numeric,
  ${new JsonValue(it.weightBands)}::jsonb, ${it.maxWeight}::int, ${it.daysFrom}::int, ${it.daysTo}::int, ${it.position}::int`;
const columns = sql`name, price, free_from, weight_bands, max_weight, days_from, days_to, position`;

/** @throws ApiError 404 without the zone */
export async function insertMethod(
  db: Db,
  zone: string,
  method: ShippingMethodInput,
): Promise<string> {
  const added = await db.query<{ id: string }>(sql`
    insert into public.shipping_methods (zone_id, ${columns})
    select id, ${values(method)} from public.shipping_zones where id = ${zone} returning id`);
  return idOf(added, 'Zone');
}

/** @throws ApiError 404 */
export async function updateMethod(db: Db, id: string, it: ShippingMethodUpdate): Promise<string> {
  const changes = assignments({
    ...{ name: it.name, price: it.price, free_from: it.freeFrom, max_weight: it.maxWeight },
    weight_bands: it.weightBands && new JsonValue(it.weightBands),
    ...{ days_from: it.daysFrom, days_to: it.daysTo, position: it.position },
  });
  const changed = await db.query<{ id: string }>(sql`
    update public.shipping_methods set ${changes} where id = ${id} returning id`);
  return idOf(changed, 'Method');
}

/** @throws ApiError 404 */
export async function deleteMethod(db: Db, id: string): Promise<void> {
  const deleted = await db.query<{ id: string }>(sql`
    delete from public.shipping_methods where id = ${id} returning id`);
  idOf(deleted, 'Method');
}
