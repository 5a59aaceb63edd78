import type { ImportColumns, ImportReport } from '#shared/schemas/product-files.ts';
import { useRef, useState, type ReactNode } from 'react';
import { Spinner } from '../../ui/Spinner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import { ImportResult } from './ImportResult.tsx';
import { chosenFields, remember, withRemembered } from './import-columns.ts';
import type { ImportChoices } from './import-file.ts';
import { readText } from './read-text.ts';
import './import-form.css';

interface ImportFormProps {
  readonly hint: string;
  /** The result of the dry run or import; a message if the file could not be read. */
  readonly take: (csv: string, dry: boolean, more: ImportChoices) => Promise<ImportReport | string>;
  /** What the columns are of files that may come from other shops; a message if the file could not be read. */
  readonly describe?: (csv: string) => Promise<ImportColumns | string>;
  /** Rows may create records. */
  readonly creates?: boolean;
  /** What becomes of an import that goes on after the reply. */
  readonly progress?: (id: string) => ReactNode;
  readonly onDone: () => void;
}

/** Imports a CSV file: columns of another shop are mapped, a dry run shows the changes, a last step makes them. */
export function ImportForm({
  hint,
  take,
  describe,
  creates = false,
  progress,
  onDone,
}: ImportFormProps) {
  const [csv, setCsv] = useState('');
  const [started, setStarted] = useState('');
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [failure, setFailure] = useState('');
  const [table, setTable] = useState<ImportColumns | null>(null);
  const columns = useRef<readonly string[]>(undefined);
  const latest = useRef<File>(undefined);

  async function run(text: string, dry: boolean, leaveOutWrong = false): Promise<void> {
    const file = latest.current;
    setBusy(true);
    setFailure('');
    const result = await take(text, dry, {
      ...(columns.current && { columns: columns.current }),
      ...(file && { fileName: file.name }),
      ...(leaveOutWrong && { leaveOutWrong }),
    });
    // Another file was chosen in the meantime.
    if (file !== latest.current) return;
    setBusy(false);
    if (typeof result === 'string') return setFailure(result);
    if (result.running && result.importId) return setStarted(result.importId);
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

  const changing = report === null ? 0 : report.counts.create + report.counts.update;
  const leavesOut = describe !== undefined && changing > 0;
  const ready = report !== null && report.counts.wrong === 0 && changing > 0;
  if (started && progress) return <>{progress(started)}</>;
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
      {!busy && report !== null && (
        <ImportResult {...{ report, creates, leavesOut }}>
          {ready && <Button onClick={() => run(csv, false)}>Import</Button>}
          {leavesOut && report.counts.wrong > 0 && (
            <Button look="quiet" onClick={() => run(csv, false, true)}>
              Import without the {report.counts.wrong === 1 ? 'wrong row' : 'wrong rows'}
            </Button>
          )}
        </ImportResult>
      )}
    </div>
  );
}
