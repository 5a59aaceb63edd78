import { companyMessages, officeCompanyMessages } from '#shared/company-messages.ts';
import type { CompanyRole, CompanyStatus, CompanyUpdate } from '#shared/schemas/companies.ts';
import * as api from '../../api/admin-companies.ts';
import { change } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/companies', '/dashboard'];
const failed = ({ message }: { readonly message: string }) => message;

export const companies = tableList(api.companyPage, {
  filters: ['status'],
  sorts: ['created', 'name', 'status'],
});

export const statusLabels: Readonly<Record<CompanyStatus, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  refused: 'Refused',
  suspended: 'Suspended',
};

export const saveCompany = (id: string, fields: CompanyUpdate) =>
  change(api.updateCompany(id, fields), paths, {
    done: officeCompanyMessages.saved,
    failed: companyMessages.failed,
  });

export const answerCompany = (id: string, status: Exclude<CompanyStatus, 'requested'>) =>
  change(api.answerCompany(id, { status }), paths, { done: officeCompanyMessages[status], failed });

export const changeMember = (id: string, member: string, role: CompanyRole) =>
  change(api.changeMember(id, member, role), paths, {
    done: companyMessages.memberChanged,
    failed,
  });

export async function removeMember(id: string, member: string): Promise<boolean> {
  const done = companyMessages.memberRemoved;
  return (await change(api.removeMember(id, member), paths, { done, failed })).ok;
}
