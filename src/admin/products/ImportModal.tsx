import type { ImportedRow, ImportReport } from '#shared/schemas/product-files.ts';
import { useRef, useState } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { importProducts, readText } from './product-files.ts';

interface ImportModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Takes products in from a file: first says what it would do, then does it when it is asked to. */
export function ImportModal({ open, onClose }: ImportModalProps) {
  return (
    <Modal title="Import products" open={open} onClose={onClose}>
      <ImportForm onDone={onClose} />
    </Modal>
  );
}

function ImportForm({ onDone }: { readonly onDone: () => void }) {
  const [csv, setCsv] = useState('');
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [failure, setFailure] = useState('');
  const latest = useRef<File>(undefined);

  async function run(text: string, dry: boolean): Promise<void> {
    const file = latest.current;
    setBusy(true);
    setFailure('');
    const told = await importProducts(text, dry);
    // The answer for a file that was chosen before is of no more use.
    if (file !== latest.current) return;
    setBusy(false);
    if (typeof told === 'string') return setFailure(told);
    setReport(told);
    if (told.done) onDone();
  }

  async function choose(file: File | undefined): Promise<void> {
    latest.current = file;
    setReport(null);
    setFailure('');
    setBusy(false);
    if (!file) return;
    const text = await readText(file).catch(() => null);
    if (file !== latest.current) return;
    if (text === null) return setFailure('The file could not be read.');
    setCsv(text);
    await run(text, true);
  }

  const ready =
    report !== null && report.counts.wrong === 0 && report.counts.create + report.counts.update > 0;
  return (
    <div className="form import">
      <p className="hint">
        A CSV file with the columns of the export. Rows with an id change that product, rows without
        one create it. Nothing happens before you have seen what would change.
      </p>
      <label className="field">
        <span>CSV file</span>
        <input
          type="file"
          accept=".csv,text/csv"
          onClick={({ currentTarget: input }) => {
            // A browser says nothing when the same file is chosen again, mended meanwhile.
            input.value = '';
          }}
          onChange={({ currentTarget: { files } }) => void choose(files?.[0])}
        />
      </label>
      {busy && <Spinner />}
      {failure && (
        <p className="field__error" role="alert">
          {failure}
        </p>
      )}
      {!busy && report !== null && <Report report={report} />}
      {ready && (
        <button
          type="button"
          className="button"
          aria-busy={busy}
          onClick={() => {
            if (!busy) void run(csv, false);
          }}
        >
          Import
        </button>
      )}
    </div>
  );
}

const order = { wrong: 0, create: 1, update: 2, same: 3 } as const;
const shownAtOnce = 50;

function Report({ report: { counts, rows } }: { readonly report: ImportReport }) {
  const [shown, setShown] = useState(shownAtOnce);
  const sorted = rows.toSorted((a, b) => order[a.action] - order[b.action] || a.row - b.row);
  return (
    <>
      <p role="status">
        {counts.wrong} wrong, {counts.create} new, {counts.update} changed, {counts.same} unchanged.
        {counts.wrong > 0 && ' Nothing is imported while a row is wrong.'}
      </p>
      <ul className="import-rows">
        {sorted.slice(0, shown).map((it) => (
          <li key={it.row} data-wrong={it.action === 'wrong' || undefined}>
            <Row row={it} />
          </li>
        ))}
      </ul>
      {shown < sorted.length && (
        <button
          type="button"
          className="button button--quiet"
          onClick={() => setShown(shown + shownAtOnce)}
        >
          Show more
        </button>
      )}
    </>
  );
}

function Row({ row }: { readonly row: ImportedRow }) {
  return (
    <>
      <p>
        <span className="label">Row {row.row}</span> {row.label}
        {row.action === 'create' && ' (new)'}
      </p>
      {row.problems.map((it) => (
        <p key={`${it.field}${it.message}`} className="field__error">
          {it.field ? `${it.field}: ` : ''}
          {it.message}
        </p>
      ))}
      {row.changes.map((it) => (
        <p key={it.field}>
          {it.field}: <del>{it.before || '–'}</del> <ins>{it.after || '–'}</ins>
        </p>
      ))}
    </>
  );
}
