import { formatPrice } from '#shared/domain/money.ts';
import type { VoucherRow } from '#shared/schemas/vouchers.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import { formatCount, formatDateAndTime } from '../../ui/format.ts';
import { lazy } from '../forms/lazy.tsx';
import { titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { removeVoucher, vouchers } from './vouchers.ts';

const VoucherForm = lazy('form', async () => (await import('./VoucherForm.tsx')).VoucherForm);

const states = {
  valid: 'Valid',
  planned: 'Planned',
  ended: 'Ended',
  'used up': 'Used up',
} as const;

function goodsOf({ categories, categoryNames }: VoucherRow): string {
  if (categories.length === 0) return 'All products';
  return categoryNames.join(', ') || 'Deleted categories';
}

const Time = ({ word, iso }: { readonly word: string; readonly iso: string }) => (
  <span>
    {word} <time dateTime={iso}>{formatDateAndTime(iso)}</time>
  </span>
);

const columns: readonly Column<VoucherRow>[] = [
  titled('code', 'Code', (it) => it.code),
  {
    id: 'value',
    header: 'Discount',
    cell: ({ kind, value }) => (kind === 'percent' ? `${value}%` : formatPrice(value)),
  },
  {
    id: 'goods',
    header: 'For',
    cell: (it) => (
      <span className="two-lines">
        <span>{goodsOf(it)}</span>
        {it.minimum > 0 && <small>From {formatPrice(it.minimum)}</small>}
      </span>
    ),
  },
  {
    id: 'times',
    header: 'Valid',
    cell: ({ startsAt, endsAt }) => (
      <span className="two-lines">
        {startsAt && <Time word="From" iso={startsAt} />}
        {endsAt && <Time word="Until" iso={endsAt} />}
        {!startsAt && !endsAt && 'Always'}
      </span>
    ),
  },
  {
    id: 'uses',
    header: 'Uses',
    cell: ({ uses, maxUses, oncePerCustomer }) => (
      <span className="two-lines">
        <span>
          {formatCount(uses)}
          {maxUses !== null && ` of ${formatCount(maxUses)}`}
        </span>
        {oncePerCustomer && <small>Once per customer</small>}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => (
      <span className="status" data-good={state === 'valid' || undefined}>
        {states[state]}
      </span>
    ),
  },
];

/** Discount codes. */
export function VouchersScreen() {
  return (
    <>
      <ScreenHead title="Vouchers">
        <DialogButton label="Add New" title="New voucher">
          {(close) => <VoucherForm voucher={null} onDone={close} />}
        </DialogButton>
        <RecentlyDeleted kind="vouchers" />
      </ScreenHead>
      <p className="screen-note">
        Customers enter the code at checkout. Orders that are not paid in time do not count as uses.
      </p>
      <DataTable
        caption="Vouchers"
        columns={columns}
        list={vouchers}
        rowName={(voucher) => voucher.code}
        empty={voucherMessages.empty}
        searchLabel="Search vouchers"
        edit={(voucher, close) => <VoucherForm voucher={voucher} onDone={close} />}
        remove={{ question: voucherMessages.confirmDelete, run: (it) => removeVoucher(it._id) }}
      />
    </>
  );
}
