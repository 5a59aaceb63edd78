import { offsetTimes } from '../_shared/domain/shop-time.ts';
import type { Cell } from '../_shared/domain/csv.ts';
import type { ContactMessage } from '../_shared/schemas/contact.ts';
import type { User } from '../_shared/schemas/users.ts';
import type { RecordFile } from './record-csv.ts';

const customerHeader = [
  ...[
    'First name',
    'Last name',
    'Email',
    'Phone',
    'Address',
    'City',
    'Postcode',
    'State',
    'Country',
  ],
  'Registered',
];

type ToTime = (iso: string) => string;

const toCustomerCells = (it: User, toTime: ToTime): Cell[] => [
  ...[it.firstname, it.lastname, it.email, it.phone],
  ...[it.address, it.city, it.postcode, it.state, it.country, toTime(it.createdAt)],
];

export const customerFile: RecordFile<User> = {
  ...{
    name: 'customers.csv',
    resource: 'customer',
    header: customerHeader,
    toCells: toCustomerCells,
  },
};

export const messageCsvHeader = [
  ...['First name', 'Last name', 'Email', 'Received', 'Message', 'Read', 'Answered', 'Answer'],
];

const toMessageCells = (it: ContactMessage, toTime: ToTime): Cell[] => [
  ...[it.firstname, it.lastname, it.email, toTime(it.createdAt)],
  ...[
    it.message,
    it.readAt && toTime(it.readAt),
    it.answeredAt && toTime(it.answeredAt),
    it.answer,
  ],
];

export async function* messageCsvPages(
  parts: AsyncGenerator<ContactMessage[]>,
  timeZone: string,
): AsyncGenerator<Cell[][]> {
  const toTime = offsetTimes(timeZone);
  for await (const messages of parts) yield messages.map((it) => toMessageCells(it, toTime));
}
