import { messageReply } from '../../_shared/schemas/common.ts';
import { contactInput } from '../../_shared/schemas/contact.ts';
import { call, type Call } from '../call.ts';
import { addContactMessage } from '../queries/contact.ts';

export const contact: Call[] = [
  call(
    {
      method: 'POST',
      path: '/contact/submit',
      summary: 'Send the shop a message',
      access: 'anyone',
      body: contactInput,
      limit: 'contact',
      reply: messageReply,
      status: 201,
    },
    async ({ db, body }) => {
      await addContactMessage(db, body);
      return { message: 'Message sent' };
    },
  ),
];
