import { sendMailsSoon } from '../../_shared/mail/send.ts';
import {
  bookTransfersInput,
  transfersInput,
  transfersReply,
} from '../../_shared/schemas/transfers.ts';
import { readBankFile } from '../bank-file.ts';
import { call, type Call } from '../call.ts';
import { bookTransfers, matchTransfers } from '../queries/transfers.ts';

export const transfers: Call[] = [
  call(
    {
      method: 'POST',
      path: '/orders/admin/transfers/preview',
      summary:
        'Match the lines of a bank’s CSV file with the orders that wait for a bank transfer, by number and amount. Changes nothing',
      access: 'admin',
      body: transfersInput,
      large: true,
      reply: transfersReply,
    },
    async ({ db, body: { csv, columns } }) => {
      const file = readBankFile(csv, columns);
      return { ...file, lines: await matchTransfers(db, file.lines) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/transfers/book',
      summary:
        'Record lines of a bank’s CSV file as payments, each wholly or not at all, and none twice. A line that would do something else than was shown is left',
      access: 'admin',
      body: bookTransfersInput,
      large: true,
      reply: transfersReply,
    },
    async ({ db, settings, body: { csv, columns, lines } }) => {
      const file = readBankFile(csv, columns);
      const booked = await bookTransfers(db, file.lines, lines);
      sendMailsSoon(settings);
      return { ...file, lines: booked };
    },
  ),
];
