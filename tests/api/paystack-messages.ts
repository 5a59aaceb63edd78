import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { ErrorReply } from '#shared/schemas/common.ts';
import { stack } from '../support/stack.ts';

/** Paystack's signature of a message. */
export const signature = (body: string, key = stack().paystackSecretKey): string =>
  createHmac('sha512', key).update(body).digest('hex');

/** Sends a message to the shop as Paystack does. */
export async function answerTo(body: string, signed = signature(body)) {
  const response = await fetch(`${stack().url}/functions/v1/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signed },
    body,
  });
  return { status: response.status, body: (await response.json()) as ErrorReply };
}

export const deliver = async (body: string, signed?: string): Promise<number> =>
  (await answerTo(body, signed)).status;

/** Tells the shop of an event, which it accepts. */
export async function tell(event: string, data: Record<string, unknown>): Promise<void> {
  expect(await deliver(JSON.stringify({ event, data }))).toBe(200);
}
