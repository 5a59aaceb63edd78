import { companyMessages, officeCompanyMessages } from '../../_shared/company-messages.ts';
import { invitationId } from '../../_shared/mail/invitation-link.ts';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { connectAsService } from '../../_shared/queries/database.ts';
import * as schemas from '../../_shared/schemas/companies.ts';
import { call, type Call } from '../call.ts';
import { requireLinesOf } from '../queries/addresses.ts';
import * as queries from '../queries/companies.ts';

const memberErrors = ['not_a_manager', 'last_manager'];

/** What customers do about their company. */
const ofMembers: Call[] = [
  call(
    {
      method: 'GET',
      path: '/wholesale/company',
      summary:
        'The company that the signed-in customer belongs to, approved or not; null without one',
      access: 'customer',
      reply: schemas.ownCompanyReply,
    },
    async ({ db }) => ({ company: await queries.readOwnCompany(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/wholesale/company',
      summary:
        'Apply for wholesale: the signed-in customer becomes the manager of a company that awaits approval',
      access: 'customer',
      guardedInSql: true,
      body: schemas.companyInput,
      reply: schemas.companyChangedReply,
      status: 201,
      errors: ['has_company'],
    },
    async ({ db, body }) => {
      requireLinesOf(body.country, { city: body.city });
      await queries.requestCompany(db, body);
      return { message: companyMessages.requested, company: await queries.readOwnCompany(db) };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/wholesale/company/orders',
      summary:
        'Orders for the company of the signed-in customer, newest first: managers see all, buyers their own',
      access: 'customer',
      query: schemas.companyOrdersQuery,
      reply: schemas.companyOrdersReply,
    },
    ({ db, query }) => queries.listCompanyOrders(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/wholesale/company/invitations',
      summary: 'Invite somebody by mail to order for the company; for its managers',
      access: 'customer',
      guardedInSql: true,
      limitedInSql: true,
      body: schemas.invitationInput,
      reply: schemas.companyChangedReply,
      status: 201,
      errors: ['not_a_manager', 'not_approved', 'is_member'],
    },
    async ({ db, settings, body }) => {
      await queries.inviteMember(db, body.email, body.role);
      sendMailsSoon(settings);
      return { message: companyMessages.invited, company: await queries.readOwnCompany(db) };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/wholesale/company/invitations/:id',
      summary: 'Withdraw an invitation; for managers of the company',
      access: 'customer',
      reply: schemas.companyChangedReply,
    },
    async ({ db, id }) => {
      await queries.withdrawInvitation(db, id());
      return { message: companyMessages.withdrawn, company: await queries.readOwnCompany(db) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/wholesale/company/members/:id',
      summary: 'Change the role of a member of the company; for its managers',
      access: 'customer',
      body: schemas.memberInput,
      reply: schemas.companyChangedReply,
      errors: memberErrors,
    },
    async ({ db, body, id }) => {
      await queries.changeMember(db, id(), body.role);
      return { message: companyMessages.memberChanged, company: await queries.readOwnCompany(db) };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/wholesale/company/members/:id',
      summary: 'Remove a member from the company; managers can remove anyone, members themselves',
      access: 'customer',
      reply: schemas.companyChangedReply,
      errors: memberErrors,
    },
    async ({ db, id }) => {
      await queries.changeMember(db, id(), null);
      return { message: companyMessages.memberRemoved, company: await queries.readOwnCompany(db) };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/wholesale/invitations/:token',
      summary: 'The invitation behind a signed link',
      access: 'anyone',
      reply: schemas.invitationReply,
      errors: ['invitation_ended'],
    },
    async ({ c, settings }) => {
      const id = await invitationId(c.req.param('token') ?? '', settings);
      return { invitation: await queries.readInvitation(connectAsService(settings), id) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/wholesale/invitations/:token',
      summary:
        'Accept an invitation: the signed-in customer, whose address it was sent to, becomes a member of the company',
      access: 'customer',
      reply: schemas.companyChangedReply,
      errors: ['invitation_ended', 'other_address', 'has_company'],
    },
    async ({ c, db, settings, caller }) => {
      const id = await invitationId(c.req.param('token') ?? '', settings);
      await queries.acceptInvitation(connectAsService(settings), id, caller.id);
      return { message: companyMessages.joined, company: await queries.readOwnCompany(db) };
    },
  ),
];

/** What the back office does about companies. */
const ofTheOffice: Call[] = [
  call(
    {
      method: 'GET',
      path: '/companies/admin/list',
      summary: 'One page of the companies that fit a search and a status',
      access: 'admin',
      guardedInSql: true,
      query: schemas.companyTableQuery,
      reply: schemas.companyTableReply,
    },
    ({ db, query }) => queries.listCompanies(db, query),
  ),
  call(
    {
      method: 'GET',
      path: '/companies/admin/:id',
      summary: 'A company with its members, and the available price lists',
      access: 'admin',
      guardedInSql: true,
      reply: schemas.officeCompanyReply,
    },
    async ({ db, id }) => ({ company: await queries.readCompany(db, id()) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/companies/admin/:id',
      summary: 'Change a company but its status; omitted fields stay',
      access: 'admin',
      body: schemas.companyUpdate,
      reply: schemas.officeCompanyChangedReply,
    },
    async ({ db, body, id }) => {
      await queries.updateCompany(db, id(), body);
      const company = await queries.readCompany(db, id());
      return { message: officeCompanyMessages.saved, company };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/companies/admin/:id/status',
      summary: 'Approve, refuse or suspend a company; its managers are emailed about the first two',
      access: 'admin',
      guardedInSql: true,
      body: schemas.companyAnswer,
      reply: schemas.officeCompanyChangedReply,
      errors: ['company_moved'],
    },
    async ({ db, settings, body: { status }, id }) => {
      await queries.answerCompany(db, id(), status);
      sendMailsSoon(settings);
      const company = await queries.readCompany(db, id());
      return { message: officeCompanyMessages[status], company };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/companies/admin/:id/members/:member',
      summary: 'Change the role of a member of a company',
      access: 'admin',
      guardedInSql: true,
      body: schemas.memberInput,
      reply: schemas.officeCompanyChangedReply,
      errors: ['last_manager'],
    },
    async ({ db, body, id }) => {
      await queries.changeMemberOf(db, { company: id(), member: id('member') }, body.role);
      const company = await queries.readCompany(db, id());
      return { message: companyMessages.memberChanged, company };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/companies/admin/:id/members/:member',
      summary: 'Remove a member from a company',
      access: 'admin',
      guardedInSql: true,
      reply: schemas.officeCompanyChangedReply,
      errors: ['last_manager'],
    },
    async ({ db, id }) => {
      await queries.changeMemberOf(db, { company: id(), member: id('member') }, null);
      const company = await queries.readCompany(db, id());
      return { message: companyMessages.memberRemoved, company };
    },
  ),
];

export const companies: Call[] = [...ofMembers, ...ofTheOffice];
