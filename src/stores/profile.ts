import type { UserReply } from '#shared/schemas/users.ts';
import type { Reply } from '../api/client.ts';
import { query, write } from '../api/query.ts';
import { profile } from '../api/users.ts';
import { rememberCompany } from './own-company.ts';

/** The profile, whose company is remembered with each reading. */
const own = {
  ...profile(),
  fetch: async () => {
    const reply = await profile().fetch();
    if (reply.ok) rememberCompany(reply.company);
    return reply;
  },
};

/** The shopper who is signed in, read once for all who show something of them. */
export const $profile = query(own);

/** The same as an answer, asked for again where it could not be read. */
export async function readProfile(): Promise<Reply<UserReply>> {
  const { body } = $profile.get();
  if (body) return { ...body, ok: true };
  const reply = await own.fetch();
  if (reply.ok) write(own, reply);
  return reply;
}
