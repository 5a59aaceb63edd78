import { auditQuery, auditReply } from '../../_shared/schemas/audit.ts';
import { call, type Call } from '../call.ts';
import { listAudit } from '../queries/audit.ts';

export const audit: Call[] = [
  call(
    {
      method: 'GET',
      path: '/audit/all',
      summary: 'A page of the audit trail, newest first',
      access: 'admin',
      guardedInSql: true,
      query: auditQuery,
      reply: auditReply,
    },
    ({ db, query }) => listAudit(db, query),
  ),
];
