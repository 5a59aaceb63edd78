import { z } from 'zod';

/** The kinds of values that environment variables have. */

export const address = z
  .url({ protocol: /^https?$/, error: 'is not an http address' })
  .transform((it) => it.replace(/\/+$/, ''));

/** Empty where it is not set. Its value is never printed. */
export const optionalSecret = (description: string) =>
  z.string().default('').meta({ description, secret: true });

export function number(from: number, to: number, error = `is not a number from ${from} to ${to}`) {
  return z.coerce.number({ error }).min(from, error).max(to, error);
}

export const port = (from = 1) => number(from, 65_535, `is not a port (${from} to 65535)`).int();
