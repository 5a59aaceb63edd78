import { formatPrice, fromMinor } from '../../supabase/functions/_shared/domain/money.ts';
import { people, type World } from './world.ts';

/** What must be the same on all sides. */
export interface Book {
  what: string;
  /** Side → its sum. */
  sides: Record<string, string>;
  faults: string[];
}

/** Smallest units as money. */
export const money = (cents: number): string => formatPrice(fromMinor(cents));

/** A sum of money and how many make it up. */
export const side = (cents: number, many: number): string => `${money(cents)} (${many})`;

export function book(
  what: string,
  sides: Record<string, string>,
  faults: readonly string[] = [],
): Book {
  const differ = new Set(Object.values(sides)).size > 1;
  const difference = differ ? [JSON.stringify(sides)] : [];
  return { what, sides, faults: [...difference, ...faults] };
}

/** The orders of the proof. */
export const ofProof = ({ sql, domain }: World) => sql`
  orders o join ${people(sql)} p on p.id = o.user_id and p.email like ${`%@${domain}`}`;
