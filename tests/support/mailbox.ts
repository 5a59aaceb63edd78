import { expect } from 'vitest';
import { stack } from './stack.ts';

interface Mail {
  recipient: string;
  subject: string;
  body: string;
  text: string;
  message_id: string;
}

/** The emails to an address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const { url } = stack();
  const response = await fetch(`${url}/mailbox?to=${encodeURIComponent(address)}`, {
    headers: { accept: 'application/json' },
  });
  return (await response.json()) as Mail[];
}

/** The text of the newest email to an address whose subject begins so, once it is there. */
export async function mailedText(address: string, subject: string): Promise<string> {
  const found = async () =>
    (await mailsTo(address)).find((it) => it.subject.startsWith(subject))?.text ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}

/** The link of the auth server that was mailed last to an address. Waits for it, since emails are sent after the response. */
export async function linkMailedTo(address: string): Promise<string> {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/;
  const found = async () =>
    (await mailsTo(address)).flatMap(({ text }) => link.exec(text) ?? [])[0] ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}

/** Sends emails that no request to the API has caused, as the scheduled task does. */
export async function sendWaitingMails(): Promise<void> {
  const { url, serviceRoleKey } = stack();
  const headers = { authorization: `Bearer ${serviceRoleKey}` };
  const address = `${url}/functions/v1/payments/reconcile`;
  expect((await fetch(address, { method: 'POST', headers })).status).toBe(200);
}

/** Follows a link of the auth server. Returns the redirect and the parameters in its fragment. */
export async function follow(link: string): Promise<{ arrived: URL; said: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' });
  await response.body?.cancel();
  const arrived = new URL(response.headers.get('location') ?? '');
  return { arrived, said: new URLSearchParams(arrived.hash.slice(1)) };
}
