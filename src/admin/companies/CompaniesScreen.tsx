import { officeCompanyMessages } from '#shared/company-messages.ts';
import type { CompanyRow } from '#shared/schemas/companies.ts';
import { companyRoutes } from '../../company-routes.ts';
import { formatCount } from '../../ui/format.ts';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import type { TableFilter } from '../listing/filter.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { companies, statusLabels } from './companies.ts';

const columns: readonly Column<CompanyRow>[] = [
  titled(
    'name',
    'Name',
    (it) => it.name,
    (it) => companyRoutes.adminCompany(it._id),
  ),
  {
    id: 'place',
    header: 'Location',
    cell: ({ city, country }) => [city, country].filter(Boolean).join(', '),
  },
  { id: 'vat', header: 'VAT number', cell: ({ vatId }) => <span className="code">{vatId}</span> },
  { id: 'prices', header: 'Price list', cell: ({ priceList }) => priceList || '–' },
  {
    id: 'members',
    header: 'Members',
    kind: 'figures',
    cell: ({ members }) => formatCount(members),
  },
  { id: 'orders', header: 'Orders', kind: 'figures', cell: ({ orders }) => formatCount(orders) },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <span className="status" data-good={status === 'approved' || undefined}>
        {statusLabels[status]}
      </span>
    ),
  },
  created,
];

const filters: readonly TableFilter[] = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
  },
];

/** Companies that buy wholesale or have applied for it. */
export function CompaniesScreen() {
  return (
    <>
      <ScreenHead title="Companies" />
      <DataTable
        caption="All companies"
        columns={columns}
        list={companies}
        rowName={(it) => it.name}
        filters={filters}
        searchLabel="Search companies"
        empty={officeCompanyMessages.empty}
      />
    </>
  );
}
