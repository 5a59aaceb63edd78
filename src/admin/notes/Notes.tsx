import { messages } from '#shared/messages.ts';
import type { Note } from '#shared/schemas/admin-users.ts';
import { Button } from '../../ui/Button.tsx';
import { lazy } from '../forms/lazy.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Section } from '../listing/Section.tsx';
import { addNote, removeNote, type Noted } from './notes.ts';
import './notes.css';

const NoteForm = lazy('form', async () => (await import('./NoteForm.tsx')).NoteForm);

interface NotesProps {
  /** What the notes are about. */
  readonly about: Noted;
  readonly notes: readonly Note[];
}

/** Notes about a customer or on an order, which are part of the customer's data export. */
export function Notes({ about, notes }: NotesProps) {
  return (
    <Section title="Notes" className="panel notes">
      {notes.length === 0 ? (
        <p>{messages.notes.empty}</p>
      ) : (
        <ul>
          {notes.map(({ _id, note, author, createdAt }) => (
            <li key={_id}>
              <p className="notes__text" id={`note-${_id}`}>
                {note}
              </p>
              <p className="notes__by">
                <span>
                  {author && `${author}, `}
                  <RelativeTime iso={createdAt} />
                </span>
                <Button
                  look="link"
                  aria-describedby={`note-${_id}`}
                  onClick={() => removeNote(about, _id)}
                >
                  Delete
                </Button>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">Customers who download their data see these notes, but not your name.</p>
      <NoteForm add={(note) => addNote(about, note)} />
    </Section>
  );
}
