import { onNotify } from 'nanostores';
import type { UserReply } from '#shared/schemas/users.ts';
import type { Reply } from '../api/client.ts';
import { query, write } from '../api/query.ts';
import { profile } from '../api/users.ts';
import { setOwnCompany } from './own-company.ts';

const own = profile();

/** The shopper who is signed in, read once for all who show something of them. */
export const $profile = query(own);
onNotify($profile, () => {
  const body = $profile.value?.body;
  if (body) setOwnCompany(body.company);
});

/** The same as an answer, asked for again where it could not be read. */
export async function readProfile(): Promise<Reply<UserReply>> {
  const { body } = $profile.get();
  if (body) return { ...body, ok: true };
  const reply = await own.fetch();
  if (reply.ok) write(own, reply);
  return reply;
}
