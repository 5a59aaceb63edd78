import { randomBytes } from 'node:crypto';

const lengths = { cs_test_: 58, pi_: 24, ch_: 24, re_: 24, du_: 24, evt_: 24, req_: 14 } as const;

/** An id like Stripe's, such as `pi_3PgafyB7WZ01zgkWSjxsAJo3`, of fewer characters. */
export const newId = (prefix: keyof typeof lengths): string =>
  prefix + randomBytes(lengths[prefix] / 2).toString('hex');

/** Of what belongs to another object, which has the same id with another prefix: `pi_3Pgaf…` has `pm_3Pgaf…`. */
export const relatedId = (id: string, prefix: string): string =>
  id.replace(/^[a-z]+_/, `${prefix}_`);
