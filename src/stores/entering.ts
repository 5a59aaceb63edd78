import { maySignIn, writeToken } from '../api/tokens.ts';
import { checkoutSettings, visit } from '../api/visitors.ts';
import { keepUntilLogin, type CartAddition } from './pending-products.ts';
import { toastError } from './toasts.ts';

/** What a visit needs: nothing where there is one now, the login, or another attempt. */
type Way = 'in' | 'login' | { readonly problem: string };

async function openVisit(): Promise<Way> {
  const shop = await checkoutSettings().fetch();
  if (!shop.ok || shop.whoMayOrder === 'customers') return 'login';
  const reply = await visit();
  if (reply.ok) writeToken('visitor', reply.visitorToken);
  else if (reply.code !== 'account_needed') return { problem: reply.message };
  return reply.ok ? 'in' : 'login';
}

let opening: Promise<Way> | null = null;

/** Two buttons that are pressed at once open one visit. */
function openOnce(): Promise<Way> {
  opening ??= openVisit().finally(() => {
    opening = null;
  });
  return opening;
}

/**
 * For who is neither a customer nor a visitor yet: true where a visit was opened, so that something can be added. Else, where
 * only customers may order, `keep` keeps what was chosen and opens the login.
 */
export async function enterOr(keep: () => void, mayEnter: boolean): Promise<boolean> {
  const way = mayEnter && !maySignIn('user') ? await openOnce() : 'login';
  if (way === 'login') keep();
  else if (way !== 'in') toastError(way.problem, undefined, 'cart');
  return way === 'in';
}

export const enter = (
  addition: CartAddition,
  from: 'list' | 'detail',
  mayEnter: boolean,
): Promise<boolean> => enterOr(() => keepUntilLogin(addition, from), mayEnter);
