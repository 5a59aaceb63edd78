import type { z } from 'zod';
import type {
  companyAnswer,
  CompanyRole,
  companyTableReply,
  CompanyUpdate,
  officeCompanyChangedReply,
  officeCompanyReply,
} from '#shared/schemas/companies.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';

type Changed = z.infer<typeof officeCompanyChangedReply>;
const changed = { message: 'string', company: 'object' } as const;

/** `params` is a table query of the back office. */
export const companyPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof companyTableReply>>(
      `/companies/admin/list?${params}`,
      { companies: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.companies,
  );

const pathOf = (id: string) => `/companies/admin/${encodeURIComponent(id)}`;

export const company = (id: string) =>
  resource<z.infer<typeof officeCompanyReply>>(pathOf(id), { company: 'object' }, { as: 'admin' });

export const updateCompany = (id: string, body: CompanyUpdate) =>
  call<Changed>(pathOf(id), changed, { method: 'PUT', body, as: 'admin' });

export const answerCompany = (id: string, { status }: z.infer<typeof companyAnswer>) =>
  call<Changed>(`${pathOf(id)}/status`, changed, { method: 'PUT', body: { status }, as: 'admin' });

const memberPath = (id: string, member: string) =>
  `${pathOf(id)}/members/${encodeURIComponent(member)}`;

export const changeMember = (id: string, member: string, role: CompanyRole) =>
  call<Changed>(memberPath(id, member), changed, { method: 'PUT', body: { role }, as: 'admin' });

export const removeMember = (id: string, member: string) =>
  call<Changed>(memberPath(id, member), changed, { method: 'DELETE', as: 'admin' });
