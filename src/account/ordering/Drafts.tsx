import { useState, type FormEvent } from 'react';
import { orderingMessages } from '#shared/ordering-messages.ts';
import type { Draft } from '#shared/schemas/drafts.ts';
import { deleteDraft, drafts, saveDraft } from '../../api/drafts.ts';
import { query, write } from '../../api/query.ts';
import { loadDraftToCart } from '../../stores/cart-batches.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formatAgo } from '../../ui/format-ago.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './QuickOrder.module.css';

const $drafts = query(drafts());

type Changed = Awaited<ReturnType<typeof saveDraft>>;

/** Resolves with whether it succeeded. */
function showChange(reply: Changed): boolean {
  if (!reply.ok) {
    toastError(reply.message);
    return false;
  }
  write(drafts(), { drafts: reply.drafts });
  toastSuccess(reply.message);
  return true;
}

/** Saved carts. */
export function Drafts() {
  const { body, failure } = useLoaded($drafts);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (showChange(await saveDraft(name))) setName('');
    setBusy(false);
  };

  return (
    <section className={style.section} aria-labelledby="drafts">
      <h2 id="drafts" tabIndex={-1}>
        Drafts
      </h2>
      <form className={style.ways} onSubmit={(event) => void save(event)}>
        <Field
          label="Save cart as"
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button button--quiet" aria-busy={busy}>
          Save Draft
        </button>
      </form>
      {failure && <LoadFailure failure={failure} path={drafts().path} />}
      {!body && !failure && <Spinner />}
      {body?.drafts.length === 0 && <p className={style.none}>{orderingMessages.noDrafts}</p>}
      <ul className={style.drafts}>
        {body?.drafts.map((draft) => (
          <DraftRow key={draft._id} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft: { _id, name, pieces, createdAt } }: { draft: Draft }) {
  const [problems, setProblems] = useState<readonly string[]>([]);

  const load = async (): Promise<void> => {
    const reply = await loadDraftToCart(_id);
    setProblems(reply.ok ? reply.problems.map((it) => it.message) : [reply.message]);
  };

  return (
    <li>
      <div>
        <p>{name}</p>
        <p className="field__hint">
          {pieces === 1 ? '1 piece' : `${pieces} pieces`}, saved {formatAgo(createdAt)}
        </p>
      </div>
      <div className={style.ways}>
        <Button
          look="quiet"
          className="button--small"
          aria-label={`Add to Cart: ${name}`}
          onClick={load}
        >
          Add to Cart
        </Button>
        <Button
          look="quiet"
          className="button--small"
          aria-label={`Delete ${name}`}
          onClick={async () => {
            if (showChange(await deleteDraft(_id))) document.getElementById('drafts')?.focus();
          }}
        >
          Delete
        </Button>
      </div>
      {problems.length > 0 && (
        <div className="field__error" role="alert">
          {problems.map((it) => (
            <p key={it}>{it}</p>
          ))}
        </div>
      )}
    </li>
  );
}
