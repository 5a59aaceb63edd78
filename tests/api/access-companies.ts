import { administrators, at, customers, everyone, type Row } from './access-rows.ts';

const nobody = () => crypto.randomUUID();
const to = (path: (id: string) => string, json?: object) => () => ({
  path: path(nobody()),
  ...(json && { json }),
});
const mills = { name: 'Mills', address: '1 Quay', city: 'Cork', country: 'IE', about: 'Shirts' };
const member = (id: string) => `/companies/admin/${id}/members/${nobody()}`;

/** Calls about companies; there are no companies, members and invitations of these ids. */
export const companies: Record<string, Row> = {
  'GET /wholesale/company': customers(at('/wholesale/company')),
  // Not a country: customers of other tests stay without a company.
  'POST /wholesale/company': customers(at('/wholesale/company', { ...mills, country: 'QQ' }), 400),
  'GET /wholesale/company/orders': customers(at('/wholesale/company/orders')),
  'POST /wholesale/company/invitations': customers(
    at('/wholesale/company/invitations', { email: 'new@example.com' }),
    403,
  ),
  'DELETE /wholesale/company/invitations/:id': customers(
    to((id) => `/wholesale/company/invitations/${id}`),
    404,
  ),
  'PUT /wholesale/company/members/:id': customers(
    to((id) => `/wholesale/company/members/${id}`, { role: 'buyer' }),
    403,
  ),
  'DELETE /wholesale/company/members/:id': customers(
    to((id) => `/wholesale/company/members/${id}`),
    403,
  ),
  'GET /wholesale/invitations/:token': everyone(at('/wholesale/invitations/forged'), 404),
  'POST /wholesale/invitations/:token': customers(at('/wholesale/invitations/forged'), 404),
  'GET /companies/admin/list': administrators(at('/companies/admin/list?limit=2')),
  'GET /companies/admin/:id': administrators(
    to((id) => `/companies/admin/${id}`),
    404,
  ),
  'PUT /companies/admin/:id': administrators(
    to((id) => `/companies/admin/${id}`, mills),
    404,
  ),
  'PUT /companies/admin/:id/status': administrators(
    to((id) => `/companies/admin/${id}/status`, { status: 'approved' }),
    404,
  ),
  'PUT /companies/admin/:id/members/:member': administrators(to(member, { role: 'buyer' }), 404),
  'DELETE /companies/admin/:id/members/:member': administrators(to(member), 404),
};
