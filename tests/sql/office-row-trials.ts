import { randomUUID } from 'node:crypto';
import { each, type Trial } from './trial-people.ts';

export const officeTrials: Record<string, Trial> = {
  shop_settings: {
    key: 'name',
    rows: async () => ['running_low', 'hold_minutes'],
    insert: () => ({ name: 'sku_pattern', value: '"{number}{color}{size}"' }),
    update: { value: 9 },
  },
  mail_texts: {
    key: 'kind',
    rows: async () => ['order_paid', 'order_placed'],
    insert: () => ({ kind: 'order_paid', subject: 'Hello', opening: '' }),
    update: { subject: 'Hello' },
  },
  mail_outbox: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`
        insert into mail_outbox (kind, record_id, recipient)
        values ('message_answered', ${randomUUID()}, 'lena@example.com') returning id`,
    ),
    insert: () => ({
      kind: 'message_answered',
      record_id: randomUUID(),
      recipient: 'lena@example.com',
    }),
    update: { state: 'sent' },
  },
};
