import { formatPrice } from '#shared/domain/money.ts';
import { quoteLabels, quoteStatuses } from '#shared/domain/quote-status.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import type { QuoteTableRow } from '#shared/schemas/quotes.ts';
import { companyRoutes } from '../../company-routes.ts';
import { formatDateAndTime } from '../../ui/format.ts';
import { lazy } from '../forms/lazy.tsx';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { quotes } from './quotes.ts';

const NewQuote = lazy('form', async () => (await import('./NewQuote.tsx')).NewQuote);

const filters = [
  {
    name: 'state',
    label: 'Status',
    options: [
      { value: 'to-answer', label: 'To answer' },
      ...quoteStatuses.map((value) => ({ value, label: quoteLabels[value] })),
    ],
  },
] as const;

const columns: readonly Column<QuoteTableRow>[] = [
  titled(
    'number',
    'Quote',
    (it) => it.number,
    (it) => companyRoutes.adminQuote(it._id),
  ),
  {
    id: 'company',
    header: 'Company',
    cell: ({ company, customer }) => (
      <span className="two-lines">
        <span>{company}</span>
        {customer && <small>{customer}</small>}
      </span>
    ),
  },
  {
    id: 'goods',
    header: 'Products',
    kind: 'figures',
    cell: ({ goods }) => formatPrice(goods),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, toAnswer }) => (
      <span className="two-lines">
        <span className="status" data-good={status === 'accepted' || undefined}>
          {quoteLabels[status]}
        </span>
        {toAnswer && <small>To answer</small>}
      </span>
    ),
  },
  {
    id: 'ends',
    header: 'Until',
    cell: ({ endsAt }) => endsAt && <time dateTime={endsAt}>{formatDateAndTime(endsAt)}</time>,
  },
  created,
];

/** The quotes of companies. */
export function QuotesScreen() {
  return (
    <>
      <ScreenHead title="Quotes">
        <DialogButton label="New quote">{() => <NewQuote />}</DialogButton>
      </ScreenHead>
      <DataTable
        caption="Quotes"
        columns={columns}
        list={quotes}
        rowName={(it) => it.number}
        empty={quoteMessages.noneFound}
        searchLabel="Search quotes"
        filters={filters}
        views={false}
      />
    </>
  );
}
