import { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import { messages } from '../../_shared/messages.ts';
import {
  administratorsReply,
  customerReply,
  userExportQuery,
  userIdsInput,
  userListQuery,
  userListReply,
  usersDeletedReply,
} from '../../_shared/schemas/admin-users.ts';
import { idsReply, listQuery, messageReply } from '../../_shared/schemas/common.ts';
import {
  adminChangedReply,
  adminDetailsInput,
  adminReply,
  passwordInput,
  profileInput,
  totalUsersReply,
  userChangedReply,
  userReply,
  usersReply,
} from '../../_shared/schemas/users.ts';
import { call, type Call } from '../call.ts';
import { customerFile } from '../people-csv.ts';
import { recordCsv } from '../record-csv.ts';
import { updateCredentials } from '../queries/auth-server.ts';
import { changePassword } from '../queries/sessions.ts';
import * as queries from '../queries/users.ts';
import { readOwnCompany } from '../queries/wholesale.ts';

const passwordErrors = ['wrong_password', 'weak_password', 'same_password'];

export const users: Call[] = [
  call(
    {
      method: 'GET',
      path: '/users/profile',
      summary: 'The signed-in customer',
      access: 'customer',
      reply: userReply,
    },
    async ({ db, caller }) => {
      const [user, pendingEmail, company] = await Promise.all([
        queries.readUser(db, caller.id),
        db.call('pending_email'),
        readOwnCompany(db),
      ]);
      return { user, pendingEmail, company };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/users/profile',
      summary:
        'Update the profile; a new email address takes effect when its confirmation link is opened',
      access: 'customer',
      body: profileInput,
      reply: userChangedReply,
      errors: ['email_taken'],
    },
    async ({ db, settings, caller, body: { email, ...fields } }) => {
      const before = await queries.readUser(db, caller.id);
      if (email !== undefined && email !== before.email) {
        await updateCredentials(settings, caller.token, { email }, '/email-changed');
      }
      const user = await queries.updateUser(db, caller.id, fields);
      const [pendingEmail, company] = await Promise.all([
        db.call('pending_email'),
        readOwnCompany(db),
      ]);
      return { message: messages.profile.updated, user, pendingEmail, company };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/users/change-password',
      summary: "Change the customer's password",
      access: 'customer',
      body: passwordInput,
      limit: 'login',
      reply: messageReply,
      errors: passwordErrors,
    },
    async ({ db, settings, caller, body }) => {
      const { email } = await queries.readUser(db, caller.id);
      await changePassword(settings, caller.token, email, body);
      return { message: messages.password.updated };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/users/admin/update-password',
      summary: "Change the administrator's password",
      access: 'admin',
      body: passwordInput,
      limit: 'login',
      reply: messageReply,
      errors: passwordErrors,
    },
    async ({ db, settings, caller, body }) => {
      const { email } = await queries.readAdmin(db, caller.id);
      await changePassword(settings, caller.token, email, body);
      return { message: messages.settings.passwordUpdated };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/users/admin/details',
      summary: 'The signed-in administrator',
      access: 'admin',
      reply: adminReply,
    },
    async ({ db, caller }) => {
      const [admin, pendingEmail] = await Promise.all([
        queries.readAdmin(db, caller.id),
        db.call('pending_email'),
      ]);
      return { admin, pendingEmail };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/users/admin/update-details',
      summary:
        "Update the administrator's name and email address, which takes effect when its confirmation link is opened",
      access: 'admin',
      body: adminDetailsInput,
      reply: adminChangedReply,
      errors: ['email_taken'],
    },
    async ({ db, settings, caller, body: { firstname, email } }) => {
      const before = await queries.readAdmin(db, caller.id);
      if (email !== before.email) {
        await updateCredentials(settings, caller.token, { email }, '/email-changed?as=admin');
      }
      await queries.updateAdminName(db, caller.id, firstname);
      const admin = await queries.readAdmin(db, caller.id);
      const pendingEmail = await db.call('pending_email');
      return { message: messages.settings.detailsUpdated, admin, pendingEmail };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/users/profiles',
      summary: 'All customers, newest first',
      access: 'admin',
      query: listQuery,
      reply: usersReply,
    },
    async ({ db, query }) => {
      const { items: users, ...rest } = await queries.listUsers(db, query);
      return { users, ...rest };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/users/admin/list',
      summary: 'A page of the matching customers, and their total',
      access: 'admin',
      guardedInSql: true,
      query: userListQuery,
      reply: userListReply,
    },
    ({ db, query }) => queries.findUsers(db, query),
  ),
  call(
    {
      method: 'GET',
      path: '/users/admin/export',
      summary: 'All matching customers as a CSV file, oldest first',
      access: 'admin',
      query: userExportQuery,
      reply: z.string(),
      file: 'text/csv',
    },
    ({ db, imageUrl, query }) => recordCsv(customerFile, db, imageUrl, queries.eachUser(db, query)),
  ),
  call(
    {
      method: 'POST',
      path: '/users/admin/export',
      summary: 'These customers as a CSV file, in their order; missing ones are skipped',
      access: 'admin',
      body: userIdsInput,
      reply: z.string(),
      file: 'text/csv',
    },
    ({ db, imageUrl, body: { ids } }) =>
      recordCsv(customerFile, db, imageUrl, queries.readUsers(db, ids)),
  ),
  call(
    {
      method: 'GET',
      path: '/users/admin/ids',
      summary: `The ids of the matching customers on all pages, at most ${limits.bulkRows}`,
      access: 'admin',
      guardedInSql: true,
      query: userExportQuery,
      reply: idsReply,
    },
    async ({ db, query }) => ({ ids: await queries.listUserIds(db, query) }),
  ),
  call(
    {
      method: 'GET',
      path: '/users/admin/customer/:id',
      summary: 'A customer, what they ordered and spent, and the notes about them',
      access: 'admin',
      guardedInSql: true,
      reply: customerReply,
    },
    ({ db, id }) => queries.readCustomer(db, id()),
  ),
  call(
    {
      method: 'GET',
      path: '/users/admin/administrators',
      summary: 'All administrators, to whom orders can be handed',
      access: 'admin',
      reply: administratorsReply,
    },
    async ({ db }) => ({ administrators: await queries.listAdmins(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/users/admin/delete',
      summary: 'Delete customers, all or none; their orders remain',
      access: 'admin',
      body: userIdsInput,
      reply: usersDeletedReply,
    },
    async ({ db, body: { ids } }) => {
      const deleted = await queries.deleteUsers(db, ids);
      return { message: messages.users.removedMany(deleted), deleted };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/users/profile/:id',
      summary: 'Delete a customer; their orders remain',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db, id }) => {
      await queries.deleteUser(db, id());
      return { message: messages.users.removed };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/users/getTotalUsers',
      summary: 'The number of customers',
      access: 'admin',
      guardedInSql: true,
      reply: totalUsersReply,
    },
    async ({ db }) => ({ totalUsers: await queries.countUsers(db) }),
  ),
];
