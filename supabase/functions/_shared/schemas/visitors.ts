import { z } from 'zod';
import { email, password, requiredText } from './common.ts';
import { deliveryInput } from './addresses.ts';
import { profileInput } from './users.ts';

/** Who may order: `customers` with an account, or `everybody`. */
export const whoMayOrder = z.enum(['customers', 'everybody']);
export const checkoutSettings = z.object({ whoMayOrder });
export type CheckoutSettings = z.infer<typeof checkoutSettings>;
export const checkoutSettingsSaved = checkoutSettings.extend({ message: z.string() });

/** `POST /auth/visit`: the access token of a visitor without an account. */
export const visitReply = z.object({ visitorToken: z.string() });

/** `PUT /checkout/visitor`: what a visitor types at the checkout; omitted fields keep their values. */
export const visitorInput = profileInput.extend({ email: email.optional() });
export type VisitorInput = z.input<typeof visitorInput>;

/** What an order without an account needs of it. */
export const guestInput = deliveryInput.extend({
  firstname: requiredText(100),
  lastname: requiredText(100),
  email,
});

/** All are empty before the visitor's first checkout. */
export const visitor = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  state: z.string(),
  postcode: z.string(),
  address: z.string(),
  city: z.string(),
});
export type Visitor = z.infer<typeof visitor>;
export const visitorReply = z.object({ visitor });

/** `POST /auth/keep-account`: the password with which a visitor becomes a customer. */
export const keepAccountInput = z.object({ password });
/** `confirmed`: the visitor can sign in now; else the link of an email has to be opened first. */
export const keepAccountReply = z.object({ message: z.string(), confirmed: z.boolean() });

/** `POST /orders/guest-orders`: the token in the link of the email. */
export const claimInput = z.object({ token: z.string().min(1).max(1000) });
export const claimReply = z.object({ message: z.string(), orders: z.int() });
