import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Faq } from '#shared/schemas/faqs.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { ListNotice } from '../listing/ListNotice.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { FaqForm } from './FaqForm.tsx';
import { $faqs, loadFaqs, moveFaq, removeFaq } from './faqs.ts';

/** The questions of the page /faqs, in its order. */
export function FaqsScreen() {
  const list = useStore($faqs);
  /** Null is closed, `new` an empty form. */
  const [edited, setEdited] = useState<Faq | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Faq | null>(null);
  const close = () => setEdited(null);
  const title = edited === 'new' ? 'New question' : edited && `Edit “${edited.question}”`;
  return (
    <>
      <ScreenHead title="Faqs">
        <button type="button" className="button" onClick={() => setEdited('new')}>
          Add New
        </button>
        <RecentlyDeleted kind="faqs" reload={loadFaqs} />
        <a className="link-button" href={routes.faqs()}>
          See the page
        </a>
      </ScreenHead>
      {list.rows.length === 0 ? (
        <ListNotice list={list} empty={messages.faqs.empty} reload={loadFaqs} />
      ) : (
        <ol className="faq-list">
          {list.rows.map((faq, index) => (
            <li key={faq._id}>
              <div className="faq-list__words">
                <h2 id={`faq-${faq._id}`}>{faq.question}</h2>
                <p className="clamped">{faq.answer}</p>
              </div>
              <div className="faq-list__actions">
                {([-1, 1] as const).map((by) => (
                  <button
                    key={by}
                    type="button"
                    className="icon-button"
                    aria-label={by < 0 ? 'Move up' : 'Move down'}
                    aria-describedby={`faq-${faq._id}`}
                    disabled={by < 0 ? index === 0 : index === list.rows.length - 1}
                    onClick={() => void moveFaq(faq._id, by)}
                  >
                    {by < 0 ? (
                      <ArrowUp aria-hidden size={18} />
                    ) : (
                      <ArrowDown aria-hidden size={18} />
                    )}
                  </button>
                ))}
                <RowActions
                  describedBy={`faq-${faq._id}`}
                  onEdit={() => setEdited(faq)}
                  onDelete={() => setDoomed(faq)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
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
