import sql from 'sql-template-tag';
import { companyMessages } from '../../_shared/company-messages.ts';
import type { Db } from '../../_shared/queries/database.ts';
import type { CompanyJson } from '../../_shared/queries/company-rows.ts';
import type {
  companyInput,
  CompanyOrders,
  CompanyRole,
  CompanyRow,
  CompanyStatus,
  CompanyTableQuery,
  CompanyUpdate,
  OfficeCompany,
  OwnCompany,
} from '../../_shared/schemas/companies.ts';
import type { z } from 'zod';
import { ApiError, notFound } from '../errors.ts';
import { assignments } from './assignments.ts';
import { storable } from './storable.ts';
import { toTime } from './to-time.ts';

function toCompany(it: CompanyJson) {
  return {
    _id: it.id,
    name: it.name,
    vatId: it.vat_id,
    address: it.address,
    postcode: it.postcode,
    city: it.city,
    country: it.country,
    countryName: it.country_name,
    phone: it.phone,
    about: it.about,
    status: it.status,
    priceList: it.price_list,
    termsDays: it.terms_days,
    creditLimit: it.credit_limit,
    orderMinimum: it.order_minimum,
    taxFree: it.tax_free,
    members: it.members.map(({ id: _id, created_at, ...rest }) => ({
      ...{ _id, ...rest },
      createdAt: toTime(created_at),
    })),
    createdAt: toTime(it.created_at),
  };
}

/** The company of the caller; null without one. */
export async function readOwnCompany(db: Db): Promise<OwnCompany | null> {
  const found = await db.call('read_own_company');
  if (!found) return null;
  return {
    ...toCompany(found),
    role: found.role,
    invitations: found.invitations.map(({ id: _id, ends_at, ...rest }) => ({
      ...{ _id, ...rest },
      endsAt: toTime(ends_at),
    })),
  };
}

/** @throws DatabaseError has_company */
export async function requestCompany(db: Db, it: z.output<typeof companyInput>): Promise<void> {
  await db.call('request_company', {
    p_name: it.name,
    p_vat_id: it.vatId,
    p_address: it.address,
    p_postcode: it.postcode,
    p_city: it.city,
    p_country: it.country,
    p_phone: it.phone,
    p_about: it.about,
  });
}

export async function listCompanyOrders(
  db: Db,
  { limit, page }: { limit: number; page: number },
): Promise<CompanyOrders> {
  const found = await db.call('company_orders', { p_limit: limit, p_page: page });
  return {
    total: found.total,
    orders: found.orders.map(
      ({ id: _id, total_price, po_number, due_at, created_at, ...rest }) => ({
        ...{ _id, ...rest },
        totalPrice: total_price,
        poNumber: po_number,
        dueAt: due_at && toTime(due_at),
        createdAt: toTime(created_at),
      }),
    ),
  };
}

/** @throws DatabaseError not_a_manager, not_approved, is_member, PT429 */
export async function inviteMember(db: Db, email: string, role: CompanyRole): Promise<void> {
  await db.call('invite_member', { p_email: email, p_role: role });
}

/** @throws ApiError 404 */
export async function withdrawInvitation(db: Db, id: string): Promise<void> {
  const gone = await db.query(
    sql`delete from public.company_invitations where id = ${id} returning id`,
  );
  if (gone.length === 0) throw notFound('Invitation');
}

/**
 * Changes the role of a member, or removes them where it is null.
 * @throws ApiError 404; DatabaseError not_a_manager, last_manager
 */
export async function changeMember(db: Db, id: string, role: CompanyRole | null): Promise<void> {
  if (!(await db.call('change_member', { p_member: id, p_role: role ?? undefined }))) {
    throw notFound('Member');
  }
}

const ended = () => new ApiError(404, 'invitation_ended', companyMessages.invitationEnded);

/** @throws ApiError 404 for one that has ended */
export async function readInvitation(service: Db, id: string | null) {
  const [found] = id
    ? await service.query<{ company: string; email: string; role: CompanyRole }>(sql`
        select c.name as company, i.email, i.role
        from public.company_invitations i join public.companies c on c.id = i.company_id
        where i.id = ${id} and i.ends_at > public.clock() and c.status = 'approved'`)
    : [];
  if (!found) throw ended();
  return found;
}

/** @throws ApiError 404; DatabaseError invitation_ended, other_address, has_company */
export async function acceptInvitation(
  service: Db,
  id: string | null,
  customer: string,
): Promise<void> {
  if (!id) throw ended();
  await service.call('accept_invitation', { p_invitation: id, p_customer: customer });
}

/** One page of the table of the back office. */
export async function listCompanies(
  db: Db,
  { q, status = '', sort, limit, page }: CompanyTableQuery,
): Promise<{ companies: CompanyRow[]; total: number }> {
  const found = await db.list('office.list_companies', {
    ...{ p_q: storable(q), p_statuses: status, p_sort: sort, p_limit: limit, p_page: page },
  });
  return {
    companies: found.map(({ id: _id, vat_id, price_list, created_at, total: _, ...rest }) => ({
      ...{ _id, ...rest },
      vatId: vat_id,
      priceList: price_list,
      createdAt: toTime(created_at),
    })),
    total: found[0]?.total ?? 0,
  };
}

/** @throws ApiError 404 */
export async function readCompany(db: Db, id: string): Promise<OfficeCompany> {
  const found = await db.call('office.read_company', { p_id: id });
  if (!found) throw notFound('Company');
  return {
    ...toCompany(found),
    priceListId: found.price_list_id,
    orders: found.orders,
    priceLists: found.price_lists.map(({ id: _id, name }) => ({ _id, name })),
  };
}

/** @throws ApiError 404 */
export async function updateCompany(db: Db, id: string, it: CompanyUpdate): Promise<void> {
  const changes = assignments({
    ...{
      name: it.name,
      vat_id: it.vatId,
      address: it.address,
      postcode: it.postcode,
      city: it.city,
    },
    ...{ country: it.country, phone: it.phone, about: it.about, price_list_id: it.priceList },
    ...{ terms_days: it.termsDays, credit_limit: it.creditLimit },
    ...{ order_minimum: it.orderMinimum, tax_free: it.taxFree },
  });
  const changed = await db.query(sql`
    update public.companies set ${changes} where id = ${id} returning id`);
  if (changed.length === 0) throw notFound('Company');
}

/** @throws ApiError 404; DatabaseError company_moved */
export async function answerCompany(db: Db, id: string, status: CompanyStatus): Promise<void> {
  if (!(await db.call('office.answer_company', { p_id: id, p_status: status }))) {
    throw notFound('Company');
  }
}

/** @throws ApiError 404; DatabaseError last_manager */
export async function changeMemberOf(
  db: Db,
  ids: { company: string; member: string },
  role: CompanyRole | null,
): Promise<void> {
  const changed = await db.call('office.change_member', {
    ...{ p_company: ids.company, p_member: ids.member, p_role: role ?? undefined },
  });
  if (!changed) throw notFound('Member');
}
