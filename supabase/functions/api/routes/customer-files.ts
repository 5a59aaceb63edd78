import { invitedAccount } from '../../_shared/mail/invitation-link.ts';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { customerMessages } from '../../_shared/customer-messages.ts';
import { messages } from '../../_shared/messages.ts';
import { connectAsService } from '../../_shared/queries/database.ts';
import { acceptInvitationInput, acceptInvitationReply } from '../../_shared/schemas/auth.ts';
import { customerImport, invitedReply, inviteInput } from '../../_shared/schemas/customer-files.ts';
import { call, type Call } from '../call.ts';
import { customerFormat, importCustomers } from '../customer-import.ts';
import { ApiError } from '../errors.ts';
import { importCalls } from '../import-calls.ts';
import { choosePassword } from '../queries/auth-server.ts';

export const customerFiles: Call[] = [
  ...importCalls({
    path: '/users/admin/import',
    nouns: 'customers',
    also: 'Each new address gets an account without a password; of an account with a password only what is empty is filled in',
    format: customerFormat,
    custom: 'customer',
    body: customerImport,
    write: async ({ db, settings }, rows, dry, file) => {
      const done = await importCustomers(db, rows, dry, file);
      if (!dry && file.invite) sendMailsSoon(settings);
      return done;
    },
  }),
  call(
    {
      method: 'POST',
      path: '/users/admin/invite',
      summary:
        'Email those of these customers who were imported and have no password a link to choose one, valid for 30 days',
      access: 'admin',
      guardedInSql: true,
      body: inviteInput,
      reply: invitedReply,
    },
    async ({ db, settings, body: { ids } }) => {
      const invited = await db.call('office.invite_customers', { p_users: ids });
      if (invited > 0) sendMailsSoon(settings);
      return { message: customerMessages.invited(invited), invited };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/accept-invitation',
      summary: 'Choose the password of an imported account with the token of its invitation, once',
      access: 'anyone',
      body: acceptInvitationInput,
      limit: 'reset',
      reply: acceptInvitationReply,
      errors: ['link_ended', 'weak_password'],
    },
    async ({ settings, body: { token, newPassword } }) => {
      const id = await invitedAccount(token, settings);
      const service = connectAsService(settings);
      const email = id && (await service.call('invited_account', { p_user: id }));
      if (!id || !email) throw new ApiError(404, 'link_ended', customerMessages.invitationEnded);
      await choosePassword(settings, id, newPassword);
      return { message: messages.password.updated, email };
    },
  ),
];
