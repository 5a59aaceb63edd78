import { z } from 'zod';
import {
  createdAt,
  email,
  next,
  password,
  phoneNumber,
  requiredText,
  text,
  textOrNumber,
} from './common.ts';

const addressFields = {
  phone: phoneNumber.default(''),
  country: text(100).default(''),
  state: text(100).default(''),
  postcode: textOrNumber(30).default(''),
  address: text(300).default(''),
  city: text(100).default(''),
};

/** The body of `POST /auth/register`. */
export const registerInput = z.object({
  firstname: requiredText(100),
  lastname: requiredText(100),
  email,
  password,
  ...addressFields,
});
export type RegisterInput = z.input<typeof registerInput>;

/** The body of `PUT /users/profile`: omitted fields keep their values. */
export const profileInput = z.object({
  firstname: requiredText(100).optional(),
  lastname: requiredText(100).optional(),
  email: email.optional(),
  phone: phoneNumber.optional(),
  country: text(100).optional(),
  state: text(100).optional(),
  postcode: textOrNumber(30).optional(),
  address: text(300).optional(),
  city: text(100).optional(),
});
export type ProfileInput = z.input<typeof profileInput>;

export const passwordInput = z.object({
  currentPassword: z.string().min(1, 'Required').max(200),
  newPassword: password,
});
export type PasswordInput = z.input<typeof passwordInput>;

export const adminDetailsInput = z.object({ firstname: requiredText(100), email });
export type AdminDetailsInput = z.input<typeof adminDetailsInput>;

/** A customer, as shown to the customer and to administrators. */
export const user = z.object({
  _id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  state: z.string(),
  postcode: z.string(),
  address: z.string(),
  city: z.string(),
  createdAt,
});
export type User = z.infer<typeof user>;

export const admin = z.object({ _id: z.string(), firstname: z.string(), email: z.string() });
export type Admin = z.infer<typeof admin>;

/** A new email address that is not confirmed yet; until then the old one is used to sign in. */
const pendingEmail = z.string().nullable();

/** `company` is the name of the approved company that the customer buys for; empty without one. */
export const userReply = z.object({ user, pendingEmail, company: z.string() });
export type UserReply = z.infer<typeof userReply>;
export const userChangedReply = userReply.extend({ message: z.string() });
export const usersReply = z.object({ users: z.array(user), next });
export const adminReply = z.object({ admin, pendingEmail });
export type AdminReply = z.infer<typeof adminReply>;
export const adminChangedReply = adminReply.extend({ message: z.string() });
export const totalUsersReply = z.object({ totalUsers: z.int() });
