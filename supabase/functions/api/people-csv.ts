import type { Cell } from '../_shared/domain/csv.ts';
import type { ContactMessage } from '../_shared/schemas/contact.ts';
import type { User } from '../_shared/schemas/users.ts';

export const customerCsvHeader = [
  ...['First name', 'Last name', 'Email', 'Phone', 'Address', 'Postcode', 'State', 'Country'],
  'Registered',
];

const toCustomerCells = (it: User): Cell[] => [
  ...[it.firstname, it.lastname, it.email, it.phone],
  ...[it.address, it.postcode, it.state, it.country, it.createdAt],
];

export async function* customerCsvPages(parts: AsyncGenerator<User[]>): AsyncGenerator<Cell[][]> {
  for await (const users of parts) yield users.map(toCustomerCells);
}

export const messageCsvHeader = [
  ...['First name', 'Last name', 'Email', 'Received', 'Message', 'Read', 'Answered', 'Answer'],
];

const toMessageCells = (it: ContactMessage): Cell[] => [
  ...[it.firstname, it.lastname, it.email, it.createdAt],
  ...[it.message, it.readAt, it.answeredAt, it.answer],
];

export async function* messageCsvPages(
  parts: AsyncGenerator<ContactMessage[]>,
): AsyncGenerator<Cell[][]> {
  for await (const messages of parts) yield messages.map(toMessageCells);
}
