import { messages } from '../../_shared/messages.ts';
import {
  userIdsInput,
  userListQuery,
  userListReply,
  usersDeletedReply,
} from '../../_shared/schemas/admin-users.ts';
import { listQuery, messageReply } from '../../_shared/schemas/common.ts';
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
import { changeLogin } from '../queries/auth-server.ts';
import { changePassword } from '../queries/sessions.ts';
import * as queries from '../queries/users.ts';

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
      const [user, pendingEmail] = await Promise.all([
        queries.readUser(db, caller.id),
        db.call('pending_email'),
      ]);
      return { user, pendingEmail };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/users/profile',
      summary:
        'Change what is given; a new email address counts once the link mailed to it is followed',
      access: 'customer',
      body: profileInput,
      reply: userChangedReply,
      errors: ['email_taken'],
    },
    async ({ db, settings, caller, body: { email, ...fields } }) => {
      const before = await queries.readUser(db, caller.id);
      if (email !== undefined && email !== before.email) {
        await changeLogin(settings, caller.token, { email }, '/email-changed');
      }
      const user = await queries.updateUser(db, caller.id, fields);
      const pendingEmail = await db.call('pending_email');
      return { message: messages.profile.updated, user, pendingEmail };
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
        "Change the administrator's name and email address, which counts once the link mailed to it is followed",
      access: 'admin',
      body: adminDetailsInput,
      reply: adminChangedReply,
      errors: ['email_taken'],
    },
    async ({ db, settings, caller, body: { firstname, email } }) => {
      const before = await queries.readAdmin(db, caller.id);
      if (email !== before.email) {
        await changeLogin(settings, caller.token, { email }, '/email-changed?as=admin');
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
      summary: 'One page of the customers that fit, and how many fit in all',
      access: 'admin',
      guardedInSql: true,
      query: userListQuery,
      reply: userListReply,
    },
    ({ db, query }) => queries.findUsers(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/users/admin/delete',
      summary: 'Delete customers, all or none; their orders stay',
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
      summary: 'Delete a customer; their orders stay',
      access: 'admin',
      reply: messageReply,
      errors: ['unknown_customer'],
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
      summary: 'How many customers there are',
      access: 'admin',
      guardedInSql: true,
      reply: totalUsersReply,
    },
    async ({ db }) => ({ totalUsers: await queries.countUsers(db) }),
  ),
];
