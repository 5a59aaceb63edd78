import { randomInt } from 'node:crypto';

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const lengths = { cs_test_: 58, pi_: 24, ch_: 24, re_: 24, du_: 24, evt_: 24, req_: 14 } as const;

/** An id like Stripe's, such as `pi_3PgafyB7WZ01zgkWSjxsAJo3`. */
export function newId(prefix: keyof typeof lengths): string {
  const text = Array.from({ length: lengths[prefix] }, () => characters[randomInt(62)]);
  return prefix + text.join('');
}

/** Of what belongs to another object, which has the same id with another prefix: `pi_3Pgaf…` has `pm_3Pgaf…`. */
export const relatedId = (id: string, prefix: string): string =>
  id.replace(/^[a-z]+_/, `${prefix}_`);
