import { offsetTimes } from '../_shared/domain/shop-time.ts';
import type { Cell } from '../_shared/domain/csv.ts';
import type { ContactMessage } from '../_shared/schemas/contact.ts';
import type { User } from '../_shared/schemas/users.ts';
import type { Db } from '../_shared/queries/database.ts';
import { readTimeZone } from '../_shared/queries/time-zone.ts';
import { csvFile } from './csv.ts';
import { customColumns, type CustomColumns } from './queries/custom-fields.ts';

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

async function* customerPages(
  parts: AsyncGenerator<User[]>,
  timeZone: string,
  { cellsOf }: CustomColumns,
): AsyncGenerator<Cell[][]> {
  const toTime = offsetTimes(timeZone);
  for await (const users of parts) {
    const custom = await cellsOf(users.map((it) => it._id));
    yield users.map((it) => [...toCustomerCells(it, toTime), ...custom(it._id)]);
  }
}

/** These customers as a CSV file, with the custom fields of customers as its last columns. */
export async function customerCsv(
  db: Db,
  imageUrl: (path: string) => string,
  parts: AsyncGenerator<User[]>,
): Promise<Response> {
  const custom = await customColumns(db, 'customer', imageUrl);
  const columns = [...customerHeader, ...custom.fields.map((it) => it.name)];
  return csvFile('customers.csv', columns, customerPages(parts, await readTimeZone(db), custom));
}

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
