import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../bench/send.ts';

/** The fields of all replies; each trial uses those that it expects. */
export interface Reply {
  code?: string;
  message?: string;
  UserauthToken?: string;
  authToken?: string;
  visitorToken?: string;
  cart?: { products: { quantity: number }[] };
  products?: (Garment & { availability: string })[];
  order?: { _id: string };
  outcome?: string;
  paymentInfo?: { data: { authorization_url: string; reference: string } };
  price?: { totalPrice: number };
}

/** What one can buy; its price in the shop's currency. */
export interface Garment {
  _id: string;
  price: number;
  sizes: string[];
  colors: string[];
}

export interface Question {
  method: string;
  path: string;
  json?: unknown;
  token?: string;
  /** The Idempotency-Key. */
  key?: string;
  /** The client's own address, where the shop is on this machine: it limits requests by address. */
  from?: string | undefined;
}

export interface Answer {
  status: number;
  reply: Reply;
}

/** Asks the shop's API by way of the site. @throws if there is no answer in JSON */
export async function ask(siteUrl: string, question: Question): Promise<Answer> {
  const { method, path, json, token, key, from } = question;
  const { status, text } = await send(`${siteUrl}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    from,
  });
  return { status, reply: JSON.parse(text) as Reply };
}

/** The same, repeated while the shop says that it is too busy, or that it was asked too often. */
export async function askPatiently(siteUrl: string, question: Question): Promise<Answer> {
  return until(`${question.method} ${question.path}`, async () => {
    const answer = await ask(siteUrl, question);
    return [429, 503].includes(answer.status) ? null : answer;
  });
}

/** Tries until there is a result. @throws after two minutes */
export async function until<T>(
  what: string,
  tryOnce: () => Promise<T | null>,
  timeoutMs = 120_000,
): Promise<T> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(50)) {
    const result = await tryOnce();
    if (result !== null) return result;
  }
  throw new Error(`No end within ${timeoutMs / 1000} s: ${what}`);
}
