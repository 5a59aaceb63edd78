import type { z } from 'zod';
import type {
  companyChangedReply,
  CompanyInput,
  companyOrdersReply,
  CompanyRole,
  invitationReply,
  ownCompanyReply,
} from '#shared/schemas/companies.ts';
import { call, resource } from './client.ts';
import { sentence } from './shape.ts';

type Changed = z.infer<typeof companyChangedReply>;

/** The customer's company, approved or not. */
export const ownCompany = () =>
  resource<z.infer<typeof ownCompanyReply>>('/wholesale/company', {}, { as: 'user' });

export const requestCompany = (body: CompanyInput) =>
  call<Changed>('/wholesale/company', sentence, { method: 'POST', body, as: 'user' });

const ordersAtOnce = 12;

/** Newest first; pages count from 1. */
export const companyOrders = (page = 1) =>
  resource<z.infer<typeof companyOrdersReply>>(
    `/wholesale/company/orders?limit=${ordersAtOnce}&page=${page}`,
    { orders: 'array', total: 'number' },
    { as: 'user' },
  );

export const inviteMember = (body: { email: string; role?: CompanyRole }) =>
  call<Changed>('/wholesale/company/invitations', sentence, { method: 'POST', body, as: 'user' });

export const withdrawInvitation = (id: string) =>
  call<Changed>(`/wholesale/company/invitations/${encodeURIComponent(id)}`, sentence, {
    method: 'DELETE',
    as: 'user',
  });

const memberPath = (id: string) => `/wholesale/company/members/${encodeURIComponent(id)}`;

export const changeMember = (id: string, role: CompanyRole) =>
  call<Changed>(memberPath(id), sentence, { method: 'PUT', body: { role }, as: 'user' });

export const removeMember = (id: string) =>
  call<Changed>(memberPath(id), sentence, { method: 'DELETE', as: 'user' });

const invitationPath = (token: string) => `/wholesale/invitations/${encodeURIComponent(token)}`;

/** The invitation behind the link in an email. */
export const invitation = (token: string) =>
  resource<z.infer<typeof invitationReply>>(invitationPath(token), { invitation: 'object' });

export const acceptInvitation = (token: string) =>
  call<Changed>(invitationPath(token), sentence, { method: 'POST', as: 'user' });
