import { connectAsService } from '../../_shared/queries/database.ts';
import { openingMessages } from '../../_shared/opening-messages.ts';
import { findProvider } from '../../_shared/payments/providers.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  demoRemoval,
  openingReply,
  openingRequestInput,
  openingUpdate,
} from '../../_shared/schemas/opening.ts';
import { call, type Call } from '../call.ts';
import { readOpening, removeDemo } from '../queries/opening.ts';

const ownComputer = /^(?:localhost|127\.|\[::1\])/;

export const opening: Call[] = [
  call(
    {
      method: 'GET',
      path: '/opening',
      summary: 'Whether the shop is open, and which steps of setting it up are done',
      access: 'admin',
      guardedInSql: true,
      reply: openingReply,
    },
    ({ db, settings: { payments, mail, siteUrl } }) => {
      const { protocol, hostname } = new URL(siteUrl);
      return readOpening(db, (ways) => ({
        payments: ways.some((it) => findProvider(it)?.facts(payments).mode !== 'off'),
        mail: mail !== null,
        domain: protocol === 'https:' && !ownComputer.test(hostname),
      }));
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/opening',
      summary:
        'Open the shop, which sends one email to each address that waits for it, or close it: visitors then see a door page and cannot order',
      access: 'admin',
      guardedInSql: true,
      body: openingUpdate,
      reply: messageReply,
    },
    async ({ db, body: { open } }) => {
      const mailed = await db.call('office.open_shop', { p_open: open });
      return { message: open ? openingMessages.opened(mailed) : openingMessages.closed };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/opening/remove-demo',
      summary:
        'Remove what is left of the demo for good, with orders of its goods alone; the shop is closed if it then has no goods',
      access: 'admin',
      guardedInSql: true,
      body: demoRemoval,
      reply: messageReply,
      errors: ['changed_meanwhile'],
    },
    async ({ db, bucket, body: { orders } }) => {
      await removeDemo(db, bucket, orders);
      return { message: openingMessages.demoRemoved };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/opening/requests',
      summary:
        'Request one email when the shop opens; the reply does not reveal whether the address was already on the list',
      access: 'anyone',
      body: openingRequestInput,
      limit: 'contact',
      reply: messageReply,
      status: 201,
      errors: ['already_open'],
    },
    async ({ settings, body: { email } }) => {
      await connectAsService(settings).call('add_opening_request', { p_email: email });
      return { message: openingMessages.added };
    },
  ),
];
