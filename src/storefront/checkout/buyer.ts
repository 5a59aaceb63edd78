import { useStore } from '@nanostores/react';
import type { User } from '#shared/schemas/users.ts';
import type { Reply } from '../../api/client.ts';
import { query, write } from '../../api/query.ts';
import { shopper } from '../../api/tokens.ts';
import { visitor } from '../../api/visitors.ts';
import { readProfile } from '../../stores/profile.ts';
import { $userToken } from '../../stores/session.ts';

/** What a visitor without an account has typed. */
export const $visitor = query(visitor());

/** Whether the cart is that of a visitor without an account. */
export function useIsGuest(): boolean {
  // Renders again after a sign-in in another tab.
  useStore($userToken);
  return shopper() === 'visitor';
}

type Buyer = Pick<User, 'email' | 'address' | 'country'>;

/** Who orders: the signed-in customer, or a visitor. */
export async function readBuyer(): Promise<Reply<{ user: Buyer }>> {
  if (shopper() === 'user') return readProfile();
  const { body } = $visitor.get();
  if (body) return { user: body.visitor, ok: true };
  const reply = await visitor().fetch();
  if (!reply.ok) return reply;
  write(visitor(), reply);
  return { user: reply.visitor, ok: true };
}
