import { expect, inject } from 'vitest';

interface Mail {
  recipient: string;
  subject: string;
  body: string;
}

/** The mails that were sent to an address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const { url } = inject('stack');
  const answer = await fetch(`${url}/mailbox`, { headers: { accept: 'application/json' } });
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ recipient }) => recipient === address);
}

/** The link in the newest mail to an address. A mail for a new password may be on its way when the shop has answered. */
export async function linkMailedTo(address: string): Promise<string> {
  await expect.poll(() => mailsTo(address), { timeout: 30_000 }).not.toEqual([]);
  const [mail] = await mailsTo(address);
  const [link] = /https?:\/\/[^\s"]+\/auth\/v1\/verify[^\s"]+/.exec(mail?.body ?? '') ?? [];
  if (!link) throw new Error(`No link in the mail to ${address}`);
  return link;
}

/** Follows a link of the auth server: where it led, and what it says there behind the `#`. */
export async function follow(link: string): Promise<{ arrived: URL; said: URLSearchParams }> {
  const answer = await fetch(link, { redirect: 'manual' });
  await answer.body?.cancel();
  const arrived = new URL(answer.headers.get('location') ?? '');
  return { arrived, said: new URLSearchParams(arrived.hash.slice(1)) };
}
