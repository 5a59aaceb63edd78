import { onNotify } from 'nanostores';
import type { UserReply } from '#shared/schemas/users.ts';
import type { Reply } from '../api/client.ts';
import { query, write } from '../api/query.ts';
import { profile } from '../api/users.ts';
import { setCompanyName } from './company-name.ts';

const own = profile();

/** The signed-in shopper, loaded once for all components. */
export const $profile = query(own);
onNotify($profile, () => {
  const body = $profile.value?.body;
  if (body) setCompanyName(body.company);
});

/** The same as a promise; retries if it could not be loaded. */
export async function readProfile(): Promise<Reply<UserReply>> {
  const { body } = $profile.get();
  if (body) return { ...body, ok: true };
  const reply = await own.fetch();
  if (reply.ok) write(own, reply);
  return reply;
}
