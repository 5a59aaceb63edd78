import { messages } from '#shared/messages.ts';
import type { Synonym } from '#shared/schemas/synonyms.ts';
import { lazy } from '../forms/lazy.tsx';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { removeSynonym, synonyms } from './synonyms.ts';

const SynonymForm = lazy('form', async () => (await import('./SynonymForm.tsx')).SynonymForm);

const nameOf = (synonym: Synonym): string => synonym.words.join(', ');
const columns: readonly Column<Synonym>[] = [titled('words', 'Words', nameOf), created];

/** Search synonyms. */
export function SynonymsScreen() {
  return (
    <>
      <ScreenHead title="Search synonyms">
        <DialogButton label="Add New" title="New synonyms">
          {(close) => <SynonymForm synonym={null} onDone={close} />}
        </DialogButton>
        <RecentlyDeleted kind="search_synonyms" />
      </ScreenHead>
      <p className="screen-note">
        A search for one of these words finds products with any of the others.
      </p>
      <DataTable
        caption="Synonyms"
        columns={columns}
        list={synonyms}
        rowName={(synonym) => `“${nameOf(synonym)}”`}
        empty={messages.synonyms.empty}
        searchLabel="Search synonyms"
        edit={(synonym, close) => <SynonymForm synonym={synonym} onDone={close} />}
        remove={{ question: messages.synonyms.confirmDelete, run: (it) => removeSynonym(it._id) }}
      />
    </>
  );
}
