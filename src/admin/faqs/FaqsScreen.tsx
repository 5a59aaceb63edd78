import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { FaqRow } from '#shared/schemas/faqs.ts';
import { useMemo, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { useAddress } from '../listing/address-state.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import type { Column } from '../listing/column.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { readTableQuery } from '../listing/table-query.ts';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { FaqForm } from './FaqForm.tsx';
import { FaqPlace } from './FaqPlace.tsx';
import { faqs, faqSorts, removeFaq } from './faqs.ts';

const rowId = (faq: FaqRow) => faq._id;
const cellId = (faq: FaqRow) => `faq-${faq._id}`;

/** `last` is the last place; null where questions cannot be moved. */
function columnsFor(
  last: number | null,
  onEdit: (faq: FaqRow) => void,
  onDelete: (faq: FaqRow) => void,
): readonly Column<FaqRow>[] {
  return [
    {
      id: 'place',
      header: 'Place',
      cell: (faq) => <FaqPlace faq={faq} last={last} describedBy={cellId(faq)} />,
    },
    {
      id: 'question',
      header: 'Question',
      kind: 'title',
      sortable: true,
      cell: (faq) => (
        <span className="row-title" id={cellId(faq)}>
          {faq.question}
        </span>
      ),
    },
    {
      id: 'answer',
      header: 'Answer',
      cell: (faq) => <span className="clamped">{faq.answer}</span>,
    },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
      cell: (faq) => <RelativeTime iso={faq.createdAt} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (faq) => (
        <RowActions
          describedBy={cellId(faq)}
          onEdit={() => onEdit(faq)}
          onDelete={() => onDelete(faq)}
        />
      ),
    },
  ];
}

/** The questions of the page /faqs, in its order. */
export function FaqsScreen() {
  const list = useStore(faqs.$list);
  const { q, sort } = readTableQuery(useAddress(), [], faqSorts);
  /** Null is closed, `new` an empty form. */
  const [edited, setEdited] = useState<FaqRow | 'new' | null>(null);
  const [doomed, setDoomed] = useState<FaqRow | null>(null);
  // Among rows that were picked out or sorted, up and down would not be what they seem.
  const last = q === '' && sort === null ? list.total : null;
  const columns = useMemo(() => columnsFor(last, setEdited, setDoomed), [last]);
  const close = () => setEdited(null);
  const title = edited === 'new' ? 'New question' : edited && `Edit “${edited.question}”`;
  return (
    <>
      <ScreenHead title="Faqs">
        <button type="button" className="button" onClick={() => setEdited('new')}>
          Add New
        </button>
        <RecentlyDeleted kind="faqs" reload={faqs.load} />
        <a className="link-button" href={routes.faqs()}>
          See the page
        </a>
      </ScreenHead>
      <p className="screen-note">
        The place of a question is its place on the page. While the table is searched or sorted,
        places cannot be changed.
      </p>
      <DataTable
        caption="Questions"
        columns={columns}
        list={list}
        reload={faqs.load}
        rowId={rowId}
        empty={messages.faqs.empty}
        searchLabel="Search questions"
      />
      <Modal title={title ?? ''} open={edited !== null} onClose={close}>
        {edited && <FaqForm faq={edited === 'new' ? null : edited} onDone={close} />}
      </Modal>
      <ConfirmDelete
        title={doomed && `Delete “${doomed.question}”`}
        question={messages.faqs.confirmDelete}
        onYes={async () => doomed !== null && removeFaq(doomed._id)}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
