import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  MailKind,
  MailPreview,
  MailReply,
  MailTextInput,
  mailTextReply,
} from '#shared/schemas/mail.ts';
import { call, resource } from './client.ts';

/** The sender address, the texts of all kinds, and the mails that failed. */
export const mail = () =>
  resource<MailReply>('/mail', { texts: 'array', failed: 'array' }, { as: 'admin' });

export const changeMailText = (kind: MailKind, body: MailTextInput) =>
  call<z.infer<typeof mailTextReply>>(
    `/mail/texts/${kind}`,
    { message: 'string', text: 'object' },
    { method: 'PUT', body, as: 'admin' },
  );

export const previewMail = (kind: MailKind, words: MailTextInput) =>
  call<MailPreview>(
    '/mail/preview',
    { subject: 'string', html: 'string', text: 'string' },
    { method: 'POST', body: { kind, ...words }, as: 'admin' },
  );

export const sendMailAgain = (id: string) =>
  call<z.infer<typeof messageReply>>(
    `/mail/${encodeURIComponent(id)}/send-again`,
    { message: 'string' },
    { method: 'POST', as: 'admin' },
  );
