import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  MailKind,
  MailPreview,
  MailReply,
  MailTextInput,
  mailTextReply,
  MailTextUpdate,
} from '#shared/schemas/mail.ts';
import { post, put, read } from './admin-call.ts';
import { call } from './client.ts';

/** The sender address, the texts of all kinds, and the mails that failed. */
export const mail = () => read<MailReply>('/mail', { texts: 'array', failed: 'array' });

export const changeMailText = (kind: MailKind, body: MailTextUpdate) =>
  put<z.infer<typeof mailTextReply>>(
    `/mail/texts/${kind}`,
    { message: 'string', text: 'object' },
    body,
  );

export const previewMail = (kind: MailKind, words: MailTextInput) =>
  post<MailPreview>(
    '/mail/preview',
    { subject: 'string', html: 'string', text: 'string' },
    { kind, ...words },
  );

export const sendMailAgain = (id: string) =>
  call<z.infer<typeof messageReply>>(
    `/mail/${encodeURIComponent(id)}/send-again`,
    { message: 'string' },
    { method: 'POST', as: 'admin' },
  );
