import { connectAsService, type Db } from '../../_shared/queries/database.ts';
import {
  visitor,
  type CheckoutSettings,
  type Visitor,
  type VisitorInput,
} from '../../_shared/schemas/visitors.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { Settings } from '../../_shared/settings.ts';
import sql from 'sql-template-tag';
import { ApiError, notFound } from '../errors.ts';
import { graceOf } from './cart.ts';
import { authClient, toError } from './auth-server.ts';

export async function readCheckoutSettings(db: Db): Promise<CheckoutSettings> {
  return { whoMayOrder: (await db.call('orders_are_open')) ? 'everybody' : 'customers' };
}

export async function saveCheckoutSettings(
  db: Db,
  { whoMayOrder }: CheckoutSettings,
): Promise<void> {
  await db.query(sql`
    update public.shop_settings set value = ${new JsonValue(whoMayOrder)}::jsonb
    where name = 'who_may_order' returning name`);
}

/** Signs a visitor in anonymously. @throws ApiError 429 above the limit of the auth server */
export async function visit(settings: Settings): Promise<{ token: string; refreshToken: string }> {
  const { data, error } = await authClient(settings).signInAnonymously();
  if (error) throw toError(error);
  if (!data.session) throw new Error('The auth server opened no session');
  return { token: data.session.access_token, refreshToken: data.session.refresh_token };
}

/** @throws ApiError 404 for customers, 401 after the cart has moved to an account */
export async function readVisitor(db: Db): Promise<Visitor> {
  const found = await db.call('read_visitor');
  if (!found) throw notFound('Visitor');
  return visitor.parse(found);
}

/** @throws ApiError 404 for customers, 401 after the cart has moved to an account */
export async function updateVisitor(db: Db, details: VisitorInput): Promise<Visitor> {
  const found = await db.call('update_visitor', { p_details: new JsonValue(details) });
  if (!found) throw notFound('Visitor');
  return visitor.parse(found);
}

/** Adds the cart of a visitor to that of the customer who has signed in; how many lines were joined. */
export function joinCart(
  settings: Settings,
  visitorId: string,
  customerId: string,
): Promise<number> {
  return connectAsService(settings).call('join_cart', {
    p_visitor: visitorId,
    p_customer: customerId,
    p_grace: graceOf(settings.cartGraceMinutes),
  });
}

/** @throws ApiError 409 without an email address, which is typed at the checkout */
export function requireEmail({ email }: Visitor): string {
  if (email) return email;
  throw new ApiError(409, 'no_email', 'Please give your email address at the checkout first.');
}
