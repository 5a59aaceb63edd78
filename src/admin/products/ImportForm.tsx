import type { ImportColumns, ImportedRow, ImportReport } from '#shared/schemas/product-files.ts';
import { useRef, useState } from 'react';
import { Spinner } from '../../ui/Spinner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import { chosenFields, remember, withRemembered } from './import-columns.ts';
import { readText } from './product-files.ts';
import './import-form.css';

interface ImportFormProps {
  readonly hint: string;
  /** The result of the dry run or import; a message if the file could not be read. */
  readonly take: (
    csv: string,
    dry: boolean,
    columns?: readonly string[],
  ) => Promise<ImportReport | string>;
  /** What the columns are of files that may come from other shops; a message if the file could not be read. */
  readonly describe?: (csv: string) => Promise<ImportColumns | string>;
  /** Rows may create records. */
  readonly creates?: boolean;
  readonly onDone: () => void;
}

/** Imports a CSV file: columns of another shop are mapped, a dry run shows the changes, a last step makes them. */
export function ImportForm({ hint, take, describe, creates = false, onDone }: ImportFormProps) {
  const [csv, setCsv] = useState('');
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [failure, setFailure] = useState('');
  const [table, setTable] = useState<ImportColumns | null>(null);
  const columns = useRef<readonly string[]>(undefined);
  const latest = useRef<File>(undefined);

  async function run(text: string, dry: boolean): Promise<void> {
    const file = latest.current;
    setBusy(true);
    setFailure('');
    const result = await take(text, dry, columns.current);
    // Another file was chosen in the meantime.
    if (file !== latest.current) return;
    setBusy(false);
    if (typeof result === 'string') return setFailure(result);
    setReport(result);
    if (result.done) onDone();
  }

  async function choose(file: File | undefined): Promise<void> {
    latest.current = file;
    columns.current = undefined;
    setTable(null);
    setReport(null);
    setFailure('');
    setBusy(false);
    if (!file) return;
    const unreadable = { problem: 'The file could not be read.' };
    const read = await readText(file).catch(() => unreadable);
    if (file !== latest.current) return;
    if ('problem' in read) return setFailure(read.problem);
    setCsv(read.text);
    if (describe) {
      setBusy(true);
      const described = await describe(read.text);
      if (file !== latest.current) return;
      setBusy(false);
      if (typeof described === 'string') return setFailure(described);
      if (described.foreign) {
        const known = withRemembered(described);
        setTable(known);
        columns.current = chosenFields(known);
        // Somebody has to say what the other columns are.
        if (columns.current === undefined) return;
      }
    }
    await run(read.text, true);
  }

  function preview(mapped: ImportColumns): void {
    remember(mapped);
    columns.current = chosenFields(mapped);
    void run(csv, true);
  }

  const ready =
    report !== null && report.counts.wrong === 0 && report.counts.create + report.counts.update > 0;
  return (
    <div className="form import">
      <p className="hint">{hint} You see all changes before anything is imported.</p>
      <label className="field">
        <span>CSV file</span>
        <input
          type="file"
          accept=".csv,text/csv"
          onClick={({ currentTarget: input }) => {
            // Browsers fire no event when the same (corrected) file is chosen again.
            input.value = '';
          }}
          onChange={({ currentTarget: { files } }) => void choose(files?.[0])}
        />
      </label>
      {table && (
        <ColumnMapping table={table} onChange={() => setReport(null)} onPreview={preview} />
      )}
      {busy && <Spinner />}
      {failure && (
        <p className="field__error" role="alert">
          {failure}
        </p>
      )}
      {!busy && report !== null && <Report {...{ report, creates }} />}
      {ready && <Button onClick={() => run(csv, false)}>Import</Button>}
    </div>
  );
}

const order = { wrong: 0, create: 1, update: 2, same: 3 } as const;
const shownAtOnce = 50;

interface ReportProps {
  readonly report: ImportReport;
  readonly creates: boolean;
}

function Report({ report: { counts, rows }, creates }: ReportProps) {
  const [shown, setShown] = useState(shownAtOnce);
  const sorted = rows.toSorted((a, b) => order[a.action] - order[b.action] || a.row - b.row);
  return (
    <>
      <p role="status">
        {counts.wrong} wrong, {creates && `${counts.create} new, `}
        {counts.update} changed, {counts.same} unchanged.
        {counts.wrong > 0 && ' Nothing is imported until every row is correct.'}
      </p>
      <ul className="import-rows">
        {sorted.slice(0, shown).map((it) => (
          <li key={it.row} data-wrong={it.action === 'wrong' || undefined}>
            <Row row={it} />
          </li>
        ))}
      </ul>
      {shown < sorted.length && (
        <Button look="quiet" onClick={() => setShown(shown + shownAtOnce)}>
          Show more
        </Button>
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
      {row.doubts?.map((it) => (
        <p key={`${it.field}${it.message}`} className="import-doubt">
          {it.field}: {it.message}
        </p>
      ))}
      {row.changes.map((it) => (
        <p key={it.field}>
          {it.field}: {row.action !== 'create' && <del>{it.before || '–'}</del>}{' '}
          <ins>{it.after || '–'}</ins>
        </p>
      ))}
    </>
  );
}
