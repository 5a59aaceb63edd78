import { messages } from '../../_shared/messages.ts';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { sampleMail } from '../../_shared/mail/samples.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  mailKind,
  mailPreviewInput,
  mailPreviewReply,
  mailReply,
  mailTextUpdate,
  mailTextReply,
} from '../../_shared/schemas/mail.ts';
import { readShop } from '../../_shared/queries/shop.ts';
import { readTimeZone } from '../../_shared/queries/time-zone.ts';
import { call, type Call } from '../call.ts';
import { notFound } from '../errors.ts';
import * as queries from '../queries/mail.ts';

export const mail: Call[] = [
  call(
    {
      method: 'GET',
      path: '/mail',
      summary:
        'The sender address, the texts of each type of email, and the newest emails that failed',
      access: 'admin',
      reply: mailReply,
    },
    async ({ db, settings }) => {
      const [texts, failed] = await Promise.all([
        queries.listMailTexts(db),
        queries.listFailedMails(db),
      ]);
      return { from: settings.mail?.from ?? null, texts, failed };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/mail/texts/:kind',
      summary: 'Change the subject and opening text of a type of email; omitted fields stay',
      access: 'admin',
      body: mailTextUpdate,
      reply: mailTextReply,
    },
    async ({ db, c, body }) => {
      const kind = mailKind.safeParse(c.req.param('kind'));
      if (!kind.success) throw notFound('Kind of mail');
      const text = await queries.changeMailText(db, kind.data, body);
      return { message: messages.mail.saved, text };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/mail/preview',
      summary: 'Preview an email with these texts, about a sample order, product or message',
      access: 'admin',
      body: mailPreviewInput,
      reply: mailPreviewReply,
    },
    async ({ db, settings, body: { kind, ...words } }) => {
      const { renderMail } = await import('../../_shared/mail/render.tsx');
      const { siteUrl } = settings;
      const [timeZone, shop] = await Promise.all([readTimeZone(db), readShop(db)]);
      return renderMail(
        { ...sampleMail(kind), ...words },
        { siteUrl, orderUrl: '', joinUrl: siteUrl, timeZone, shop },
      );
    },
  ),
  call(
    {
      method: 'POST',
      path: '/mail/:id/send-again',
      summary: 'Send an email again',
      access: 'admin',
      guardedInSql: true,
      reply: messageReply,
    },
    async ({ db, settings, id }) => {
      await queries.sendMailAgain(db, id());
      sendMailsSoon(settings);
      return { message: messages.mail.sentAgain };
    },
  ),
];
