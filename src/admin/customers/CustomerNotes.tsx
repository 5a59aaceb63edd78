import { messages } from '#shared/messages.ts';
import type { Note } from '#shared/schemas/admin-users.ts';
import { Button } from '../../ui/Button.tsx';
import { lazy } from '../forms/lazy.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { removeNote } from './customers.ts';

const NoteForm = lazy('form', async () => (await import('./NoteForm.tsx')).NoteForm);

interface CustomerNotesProps {
  readonly userId: string;
  readonly notes: readonly Note[];
}

/** Notes about a customer, which are part of the customer's data export. */
export function CustomerNotes({ userId, notes }: CustomerNotesProps) {
  return (
    <Section title="Notes" className="panel customer-notes">
      {notes.length === 0 ? (
        <p>{messages.notes.empty}</p>
      ) : (
        <ul>
          {notes.map(({ _id, note, author, createdAt }) => (
            <li key={_id}>
              <p className="customer-notes__text" id={`note-${_id}`}>
                {note}
              </p>
              <p className="customer-notes__by">
                {author && `${author}, `}
                <RelativeTime iso={createdAt} />
                <Button
                  look="link"
                  aria-describedby={`note-${_id}`}
                  onClick={() => removeNote(_id)}
                >
                  Delete
                </Button>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">Customers who download their data see these notes, but not your name.</p>
      <NoteForm userId={userId} />
    </Section>
  );
}
