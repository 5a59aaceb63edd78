import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { boundedTotal, createdAt, day, id, requiredText, text } from './common.ts';
import { admin, user } from './users.ts';

const fields = ['created', 'name', 'email', 'location'] as const;
const sorts = fields.flatMap((field) => [`${field}-asc`, `${field}-desc`] as const);

const filters = {
  q: text(200).optional(),
  /** Days of registration, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Customers without orders, with orders, or with unpaid orders. */
  orders: z.enum(['none', 'some', 'unpaid']).optional(),
};

/** The query of the back office's list of customers. */
export const userListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).default(25),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  sort: z.enum(sorts).default('created-desc'),
  ...filters,
});
export type UserListQuery = z.output<typeof userListQuery>;

/** The same filters for the export and the ids. */
export const userExportQuery = z.object(filters);
export type UserFilters = z.output<typeof userExportQuery>;

export const userIdsInput = z.object({
  ids: z.array(id).min(1, 'Choose at least one').max(limits.bulkRows, `At most ${limits.bulkRows}`),
});

/** A customer in a list; `spent` is what their paid orders cost, in the shop's currency. */
export const listedUser = user.extend({
  orders: z.int(),
  spent: z.number(),
  lastOrderAt: z.string().nullable(),
});
export type ListedUser = z.infer<typeof listedUser>;

export const userListReply = z.object({ users: z.array(listedUser), ...boundedTotal });
export const administratorsReply = z.object({ administrators: z.array(admin) });
export const usersDeletedReply = z.object({ message: z.string(), deleted: z.int() });

/** The body of `POST /users/admin/customer/{id}/notes` and `POST /orders/admin/{id}/notes`. */
export const noteInput = z.object({ note: requiredText(5000) });

/** What an administrator noted about a customer or on an order; `author` is '' when that administrator is gone. */
export const note = z.object({
  _id: z.string(),
  note: z.string(),
  author: z.string(),
  createdAt,
});
export type Note = z.infer<typeof note>;

/** A customer with what they ordered and what was noted about them; `spent` is what their paid orders cost, in the shop's currency. */
export const customerReply = z.object({
  user,
  totals: z.object({
    orders: z.int(),
    paidOrders: z.int(),
    spent: z.number(),
    lastOrderAt: z.string().nullable(),
  }),
  /** The company that they belong to; null without one. */
  company: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** Of an imported account that has no password yet: when its owner was last invited; null for others. */
  invitation: z.object({ invitedAt: z.string().nullable() }).nullable(),
  notes: z.array(note),
});
export type CustomerReply = z.infer<typeof customerReply>;
