import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { FaqRow } from '#shared/schemas/faqs.ts';
import { routes } from '../../routes.ts';
import { lazy } from '../forms/lazy.tsx';
import { useAddress } from '../listing/address-state.ts';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Place } from '../listing/Place.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { readTableQuery } from '../listing/table-query.ts';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { faqPlacement, faqs, removeFaq } from './faqs.ts';

const FaqForm = lazy('form', async () => (await import('./FaqForm.tsx')).FaqForm);

const columns: readonly Column<FaqRow>[] = [
  titled('question', 'Question', (faq) => faq.question),
  {
    id: 'answer',
    header: 'Answer',
    cell: (faq) => <span className="clamped">{faq.answer}</span>,
  },
  created,
];

/** The questions of the page /faqs, in their order. */
export function FaqsScreen() {
  const { total } = useStore(faqs.$page);
  const { q, sort } = readTableQuery(useAddress(), [], faqs.sorts);
  // Moving up and down makes no sense in search results or sorted rows.
  const last = q === '' && sort === null ? total : null;
  const place: Column<FaqRow> = {
    id: 'place',
    header: 'Position',
    cell: (faq) => <Place row={faq} placement={faqPlacement} last={last} />,
  };
  return (
    <>
      <ScreenHead title="Faqs">
        <DialogButton label="Add New" title="New question">
          {(close) => <FaqForm faq={null} onDone={close} />}
        </DialogButton>
        <RecentlyDeleted kind="faqs" />
        <a className="link-button" href={routes.faqs()}>
          View the page
        </a>
      </ScreenHead>
      <p className="screen-note">
        Questions appear on the page in this order. Clear the search and the sorting to change it.
      </p>
      <DataTable
        caption="Questions"
        columns={[place, ...columns]}
        list={faqs}
        rowName={(faq) => `“${faq.question}”`}
        empty={messages.faqs.empty}
        searchLabel="Search questions"
        edit={(faq, close) => <FaqForm faq={faq} onDone={close} />}
        remove={{ question: messages.faqs.confirmDelete, run: (faq) => removeFaq(faq._id) }}
      />
    </>
  );
}
