import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { boundedTotal, day, id, text } from './common.ts';
import { user } from './users.ts';

const fields = ['created', 'name', 'email', 'location'] as const;
const sorts = fields.flatMap((field) => [`${field}-asc`, `${field}-desc`] as const);

/** What the back office's list of customers takes; both days of registration count. */
export const userListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).default(25),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  sort: z.enum(sorts).default('created-desc'),
  q: text(200).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Only those without orders, with some, or with some that are not paid. */
  orders: z.enum(['none', 'some', 'unpaid']).optional(),
});
export type UserListQuery = z.output<typeof userListQuery>;

export const userIdsInput = z.object({
  ids: z.array(id).min(1, 'Choose at least one').max(500, 'At most 500'),
});

export const userListReply = z.object({ users: z.array(user), ...boundedTotal });
export const usersDeletedReply = z.object({ message: z.string(), deleted: z.int() });
