import type { z } from 'zod';
import type {
  companyAnswer,
  CompanyRole,
  companyTableReply,
  CompanyUpdate,
  officeCompanyChangedReply,
  officeCompanyReply,
} from '#shared/schemas/companies.ts';
import { put, read, remove } from './admin-call.ts';
import { tablePage } from './page.ts';

type Changed = z.infer<typeof officeCompanyChangedReply>;
const changed = { message: 'string', company: 'object' } as const;

export const companyPage = tablePage(
  '/companies/admin/list',
  { companies: 'array', total: 'number' },
  (it: z.infer<typeof companyTableReply>) => it.companies,
);

const pathOf = (id: string) => `/companies/admin/${encodeURIComponent(id)}`;

export const company = (id: string) =>
  read<z.infer<typeof officeCompanyReply>>(pathOf(id), { company: 'object' });

export const updateCompany = (id: string, body: CompanyUpdate) =>
  put<Changed>(pathOf(id), changed, body);

export const answerCompany = (id: string, { status }: z.infer<typeof companyAnswer>) =>
  put<Changed>(`${pathOf(id)}/status`, changed, { status });

const memberPath = (id: string, member: string) =>
  `${pathOf(id)}/members/${encodeURIComponent(member)}`;

export const changeMember = (id: string, member: string, role: CompanyRole) =>
  put<Changed>(memberPath(id, member), changed, { role });

export const removeMember = (id: string, member: string) =>
  remove<Changed>(memberPath(id, member), changed);
