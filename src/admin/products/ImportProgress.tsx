import type { ProductImportState } from '#shared/schemas/product-imports.ts';
import { isRunning } from '#shared/schemas/product-imports.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { productImport } from '../../api/product-imports.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { addZip, reloadProducts, retryPictures, undoImport } from './product-imports.ts';
import './import-progress.css';

const shownAtOnce = 20;

/** What an import does, or has done. */
function stateOf({ state, problem, products, pictures }: ProductImportState): string {
  const { total, written, undone, created, changed } = products;
  if (state === 'writing') return `Writing products: ${written} of ${total}`;
  if (state === 'pictures')
    return `Fetching pictures: ${pictures.fetched + pictures.failed} of ${pictures.total}`;
  if (state === 'undoing') return `Undoing: ${undone} of ${written} products`;
  if (state === 'undone') return 'Undone';
  if (state === 'stopped') return `Stopped after ${written} of ${total} products. ${problem}`;
  const counted = pictures.fetched === 1 ? '1 picture' : `${pictures.fetched} pictures`;
  return `${created} new, ${changed} changed${pictures.fetched > 0 ? `, ${counted}` : ''}`;
}

const shareOf = ({ state, products, pictures }: ProductImportState): number => {
  if (state === 'writing') return products.written / products.total;
  if (state === 'undoing') return products.undone / products.written;
  return (pictures.fetched + pictures.failed) / pictures.total;
};

/** How far an import is; it goes on without this. */
export function ImportProgress({ id }: { readonly id: string }) {
  const [$import] = useState(() => query(productImport(id), { every: 1_500 }));
  const { body, failure } = useStore($import);
  const running = body !== null && isRunning(body.import);
  const state = body && stateOf(body.import);
  // A short undo may end before a poll sees it running, but its text has changed.
  useEffect(() => {
    if (state && !running) reloadProducts();
  }, [state, running]);
  if (!body) return failure ? <p role="alert">{failure.message}</p> : <Spinner />;
  const found = body.import;
  return (
    <section className="import-progress" aria-label="Import">
      <p role="status">{state}</p>
      {running && (
        <>
          <progress value={shareOf(found) || 0} max={1} aria-label="Progress of the import" />
          <p className="hint">You can close this: it goes on.</p>
        </>
      )}
      {!running && found.failures.length > 0 && <Failures found={found} />}
      {found.canUndo && (
        <Button look="danger-link" onClick={() => undoImport(id)}>
          Undo this import
        </Button>
      )}
    </section>
  );
}

/** The pictures that could not be fetched, and what can be done about it. */
function Failures({ found }: { readonly found: ProductImportState }) {
  const [shown, setShown] = useState(shownAtOnce);
  const [busy, setBusy] = useState(false);
  const { failures } = found;
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setBusy(true);
    await addZip(found, file);
    setBusy(false);
  }
  return (
    <>
      <p>
        {failures.length === 1 ? '1 picture' : `${failures.length} pictures`} could not be fetched:
      </p>
      <ul className="import-rows">
        {failures.slice(0, shown).map(({ row, column, url, problem }) => (
          <li key={`${row} ${url}`}>
            <span className="label">
              Row {row}
              {column && `, ${column}`}
            </span>{' '}
            {url}
            <p className="field__error">{problem}</p>
          </li>
        ))}
      </ul>
      {shown < failures.length && (
        <Button look="quiet" onClick={() => setShown(shown + shownAtOnce)}>
          Show more
        </Button>
      )}
      <div className="import-progress__actions">
        <Button look="quiet" onClick={() => retryPictures(found.id)}>
          Try again
        </Button>
        <label className="field">
          <span>Or a ZIP file with these pictures</span>
          <input
            type="file"
            accept=".zip,application/zip"
            disabled={busy}
            onChange={({ currentTarget: { files } }) => void take(files?.[0])}
          />
        </label>
        {busy && <Spinner label="Uploading pictures…" />}
      </div>
    </>
  );
}
