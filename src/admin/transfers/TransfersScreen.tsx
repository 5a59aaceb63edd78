import type { BankColumns, Transfers } from '#shared/schemas/transfers.ts';
import { transferMessages } from '#shared/transfer-messages.ts';
import { useRef, useState } from 'react';
import { bookTransfers, previewTransfers } from '../../api/admin-transfers.ts';
import type { Reply } from '../../api/client.ts';
import { revalidate } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { toastInfo, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { readText } from '../import/read-text.ts';
import { ColumnFields } from './ColumnFields.tsx';
import { bookableFate } from './fates.ts';
import { TransferTable } from './TransferTable.tsx';
import './transfers.css';

const unreadable = { problem: 'The file could not be read.' };

/** Matches the file of a bank with the orders that wait for money: shows what each line would do, then records what is chosen. */
export function TransfersScreen() {
  const [csv, setCsv] = useState('');
  const [pasted, setPasted] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [found, setFound] = useState<Transfers | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const latest = useRef(0);

  /** Shows the reply, unless another file was chosen in the meantime. */
  async function show(request: Promise<Reply<Transfers>>): Promise<Transfers | null> {
    const number = (latest.current += 1);
    setBusy(true);
    setFailure('');
    const reply = await request;
    if (number !== latest.current) return null;
    setBusy(false);
    if (!reply.ok) {
      setFailure(reply.issues[0]?.message ?? reply.message);
      return null;
    }
    setFound(reply);
    setChosen(new Set(reply.lines.filter((it) => it.fate === 'exact').map((it) => it.row)));
    return reply;
  }

  function preview(text: string, columns?: BankColumns): void {
    setCsv(text);
    void show(previewTransfers({ csv: text, ...(columns && { columns }) }));
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setFound(null);
    const read = await readText(file).catch(() => unreadable);
    if ('problem' in read) setFailure(read.problem);
    else preview(read.text);
  }

  async function book({ lines, columns }: Transfers): Promise<void> {
    const wanted = lines.flatMap((line) => {
      const fate = bookableFate(line);
      return fate && chosen.has(line.row) ? [{ row: line.row, fate }] : [];
    });
    const now = await show(bookTransfers({ csv, columns, lines: wanted }));
    revalidate('/orders', '/dashboard');
    if (!now) return;
    const count = now.lines.filter((it) => it.fate.startsWith('now_')).length;
    if (count === 0) toastInfo(transferMessages.nothingBooked);
    else toastSuccess(transferMessages.booked(count), undefined, 'transfers');
  }

  return (
    <>
      <BackLink href={routes.orders()}>Orders</BackLink>
      <ScreenHead title="Match transfers" />
      <div className="transfers">
        <p className="hint">
          Choose the CSV file of your bank’s statement. Its lines are matched with orders by order
          number and amount. Nothing is recorded before you say so, and no line twice.
        </p>
        <label className="field">
          <span>CSV file</span>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onClick={({ currentTarget: input }) => {
              // Browsers fire no event when the same (corrected) file is chosen again.
              input.value = '';
            }}
            onChange={({ currentTarget: { files } }) => void choose(files?.[0])}
          />
        </label>
        <details>
          <summary>Paste it instead</summary>
          <TextArea
            label="Lines with their header"
            rows={5}
            value={pasted}
            onChange={({ currentTarget: { value } }) => setPasted(value)}
          />
          <Button look="quiet" disabled={pasted.trim() === ''} onClick={() => preview(pasted)}>
            Preview
          </Button>
        </details>
        {busy && <Spinner />}
        {failure && (
          <p className="field__error" role="alert">
            {failure}
          </p>
        )}
        {found && (
          <>
            <ColumnFields
              key={found.headings.join()}
              {...found}
              onChange={(columns) => {
                // At once: the next choice may come before the reply.
                setFound({ ...found, columns });
                preview(csv, columns);
              }}
            />
            <TransferTable
              {...found}
              chosen={chosen}
              onChoose={setChosen}
              onBook={() => book(found)}
            />
          </>
        )}
      </div>
    </>
  );
}
