import { z } from 'zod';

const hour = 3600;
/** Two clocks that should agree. */
const tolerance = 5;

const proof = z.object({
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).min(1),
});

/**
 * Whether a token is of a session that the link in a mail for a new password began, within the last hour. The auth server
 * writes how a session began into `amr`, and keeps it when the session is renewed: `otp` for a followed link, whatever the
 * mail was about, so a mail for a new password must have gone out before.
 * @param mailedAt when the last such mail went out; null where there was none since the password was changed
 */
export function isRecovery(claims: object, mailedAt: string | null, now = Date.now()): boolean {
  const read = proof.safeParse(claims);
  if (!read.success || mailedAt === null) return false;
  const { amr } = read.data;
  const mailed = Date.parse(mailedAt) / 1000;
  const followed = amr.filter(({ method }) => method === 'otp' || method === 'recovery');
  return (
    !amr.some(({ method }) => method === 'password') &&
    followed.some(
      ({ timestamp }) => timestamp >= mailed - tolerance && timestamp > now / 1000 - hour,
    )
  );
}
