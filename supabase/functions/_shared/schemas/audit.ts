import { z } from 'zod';
import { boundedTotal, day, pageQuery } from './common.ts';

const auditActions = ['insert', 'update', 'delete', 'truncate'] as const;
const auditRoles = ['administrator', 'customer', 'visitor', 'service', 'database'] as const;

/** `GET /audit/all`; `q` is part of a record's name, its key, or the id of a request; days are those of the shop. */
export const auditQuery = pageQuery.extend({
  table: z
    .string()
    .regex(/^[a-z_]{1,63}$/, 'Not a table')
    .optional(),
  action: z.enum(auditActions).optional(),
  role: z.enum(auditRoles).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;

const values = z.record(z.string(), z.unknown()).nullable();

/** One change; of an update `before` and `after` hold only what changed. */
export const auditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  role: z.enum(auditRoles),
  actor: z.string(),
  table: z.string(),
  action: z.enum(auditActions),
  record: z.string().nullable(),
  /** In the list: the record was deleted before and came back. */
  restored: z.boolean().optional(),
  label: z.string(),
  /** In the list: the number of its order or quote, or the title of its product; null for records with titles of their own. */
  subject: z.string().nullish(),
  before: values,
  after: values,
  /** In the list: the names of the records that the values refer to, by id. */
  names: z.record(z.string(), z.string()).optional(),
  /** The request id, as in the logs; null for manual changes. */
  request: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditReply = z.object({ entries: z.array(auditEntry), ...boundedTotal });
