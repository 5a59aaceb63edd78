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

/** The link in the newest email to an address. Waits for it, since a password reset email may be sent after the response. */
export async function linkMailedTo(address: string): Promise<string> {
  await expect.poll(() => mailsTo(address)).not.toEqual([]);
  const [mail] = await mailsTo(address);
  const [link] = /https?:\/\/[^\s"]+\/auth\/v1\/verify[^\s"]+/.exec(mail?.body ?? '') ?? [];
  if (!link) throw new Error(`No link in the mail to ${address}`);
  return link;
}

/** Follows a link of the auth server. Returns the redirect and the parameters in its fragment. */
export async function follow(link: string): Promise<{ arrived: URL; said: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' });
  await response.body?.cancel();
  const arrived = new URL(response.headers.get('location') ?? '');
  return { arrived, said: new URLSearchParams(arrived.hash.slice(1)) };
}
