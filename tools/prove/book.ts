import { people, type World } from './world.ts';

/** What must be the same on all sides. */
export interface Book {
  what: string;
  /** Side → its sum. */
  sides: Record<string, string>;
  faults: string[];
}

export const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** A sum of money and how many make it up. */
export const side = (cents: number, many: number): string => `${dollars(cents)} (${many})`;

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
