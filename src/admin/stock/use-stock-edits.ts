import { stockMessages } from '#shared/stock-messages.ts';
import type { OfficeVariant, VariantsInput } from '#shared/schemas/stock.ts';
import { useState } from 'react';
import { toastError } from '../../stores/toasts.ts';
import {
  errorsOf,
  inputOf,
  policyErrors,
  rebased,
  withoutSent,
  withTexts,
  type CellConflict,
  type CellError,
  type CellText,
  type Edits,
} from './stock-edits.ts';
import { saveVariants } from './stock.ts';

interface History {
  readonly past: readonly Edits[];
  readonly now: Edits;
  readonly future: readonly Edits[];
}

interface Ended {
  readonly saved: boolean;
  /** The first cell that was refused. */
  readonly wrong?: CellError | undefined;
}

const begin = (now: Edits): History => ({ past: [], now, future: [] });

/** If the validation cannot be loaded, the API's has to suffice. */
async function issuesOf(body: VariantsInput) {
  const schemas = await import('#shared/schemas/stock.ts').catch(() => null);
  const issues = schemas?.variantsInput.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Unsaved edits of the variants of a product, with undo and redo. */
export function useStockEdits(product: string, variants: readonly OfficeVariant[]) {
  const [{ past, now: edits, future }, setHistory] = useState(begin({}));
  const [errors, setErrors] = useState<readonly CellError[]>([]);
  const [conflicts, setConflicts] = useState<readonly CellConflict[] | null>(null);
  const [busy, setBusy] = useState(false);

  function forget(): void {
    setErrors([]);
    setConflicts(null);
  }

  /** One undo step; `typing` extends the previous step. */
  function set(cells: readonly CellText[], typing = false): void {
    const stays = ({ variant, field }: CellError | CellConflict) =>
      !cells.some((it) => it.variant._id === variant._id && it.field === field);
    setErrors((all) => all.filter(stays));
    setConflicts((all) => all && all.filter(stays));
    setHistory((history) => {
      const { past: before, now } = history;
      const next = withTexts(now, cells);
      if (JSON.stringify(next) === JSON.stringify(now)) return history;
      return { past: typing ? before : [...before, now], now: next, future: [] };
    });
  }

  function undo(): void {
    const last = past.at(-1);
    if (!last) return;
    forget();
    setHistory({ past: past.slice(0, -1), now: last, future: [edits, ...future] });
  }

  function redo(): void {
    const [next, ...later] = future;
    if (!next) return;
    forget();
    setHistory({ past: [...past, edits], now: next, future: later });
  }

  function discard(): void {
    forget();
    setHistory({ past: [...past, edits], now: {}, future: [] });
  }

  async function send(fields: Pick<VariantsInput, 'reason' | 'note'>): Promise<Ended> {
    const sent = edits;
    const body = { variants: inputOf(sent), ...fields };
    const wrong = [...policyErrors(sent), ...errorsOf(sent, await issuesOf(body))];
    setErrors(wrong);
    if (wrong.length > 0) return { saved: false, wrong: wrong[0] };
    const outcome = await saveVariants(product, body);
    if (outcome.saved) {
      const { saved } = outcome;
      setConflicts(null);
      setHistory(({ now }) => begin(withoutSent(now, sent, saved)));
      return { saved: true };
    }
    if (outcome.theirs) {
      const mine = rebased(sent, outcome.theirs);
      setHistory(begin(mine.edits));
      setConflicts(mine.conflicts);
      return { saved: false };
    }
    const refused = errorsOf(sent, outcome.issues);
    setErrors(refused);
    if (refused.length === 0) toastError(outcome.message || stockMessages.failed);
    return { saved: false, wrong: refused[0] };
  }

  return {
    edits,
    /** The saved variants; edited ones as they were when the edit started. */
    variants: variants.map((it) => edits[it._id]?.base ?? it),
    errors,
    /** Conflicting values saved by others meanwhile, or null. */
    conflicts,
    busy,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    set,
    undo,
    redo,
    discard,
    async save(fields: Pick<VariantsInput, 'reason' | 'note'>): Promise<Ended> {
      setBusy(true);
      const ended = await send(fields);
      setBusy(false);
      return ended;
    },
  } as const;
}

export type StockEdits = ReturnType<typeof useStockEdits>;
