import { z } from 'zod';

const hour = 3600;
/** Clock difference between auth server and database, in seconds. */
const tolerance = 5;

const claimsSchema = z.object({
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).min(1),
});

/**
 * Whether a session was started by the link of a password reset email within the last hour. The `amr` claim has the methods
 * of authentication, also after a refresh. It has `otp` for any email link, so a reset email must have been sent before.
 * @param mailedAt when the last reset email was sent; null if none was since the last change of the password
 */
export function isRecovery(claims: object, mailedAt: string | null, now = Date.now()): boolean {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success || mailedAt === null) return false;
  const { amr } = parsed.data;
  const sentAt = Date.parse(mailedAt) / 1000;
  const byLink = amr.filter(({ method }) => method === 'otp' || method === 'recovery');
  return (
    !amr.some(({ method }) => method === 'password') &&
    byLink.some(({ timestamp }) => timestamp >= sentAt - tolerance && timestamp > now / 1000 - hour)
  );
}
