import { messages } from '#shared/messages.ts';
import type { Trashed } from '#shared/schemas/trash.ts';
import { useEffect, useState } from 'react';
import { fetchTrash, type TrashKind } from '../../api/trash.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { restore } from './undo.ts';

interface TrashModalProps {
  readonly kind: TrashKind;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Shows what was brought back. */
  readonly reload: () => Promise<void>;
}

/** What was deleted lately, and a way to have each of it back. */
export function TrashModal({ open, onClose, ...rest }: TrashModalProps) {
  return (
    <Modal title="Recently deleted" open={open} onClose={onClose}>
      <div className="trash">
        <TrashList {...rest} />
      </div>
    </Modal>
  );
}

interface Found {
  readonly rows: readonly Trashed[];
  readonly total: number;
}

function TrashList({ kind, reload }: Pick<TrashModalProps, 'kind' | 'reload'>) {
  const [found, setFound] = useState<Found | 'failed' | null>(null);
  const [pages, setPages] = useState(1);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    let stale = false;
    void fetchTrash(kind, pages).then((reply) => {
      if (stale) return;
      setFound((before) => {
        if (!reply.ok) return 'failed';
        const earlier = pages > 1 && before && before !== 'failed' ? before.rows : [];
        return { rows: [...earlier, ...reply.trash], total: reply.total };
      });
    });
    return () => {
      stale = true;
    };
  }, [kind, pages, asked]);

  if (found === null) return <Spinner />;
  if (found === 'failed') {
    return (
      <div className="list-notice" role="alert">
        <p>The list could not be loaded.</p>
        <button
          type="button"
          className="button button--quiet"
          onClick={() => setAsked((it) => it + 1)}
        >
          Load again
        </button>
      </div>
    );
  }
  if (found.rows.length === 0) return <p>{messages.trash.empty}</p>;

  async function bringBack(id: string): Promise<void> {
    const back = await restore([id], reload);
    if (!back) return;
    setFound((before) =>
      before && before !== 'failed'
        ? { rows: before.rows.filter((it) => it._id !== id), total: before.total - 1 }
        : before,
    );
  }

  return (
    <>
      <p className="hint">Kept for 30 days, with everything that belonged to it.</p>
      <ul className="trash-list">
        {found.rows.map((it) => (
          <li key={it._id}>
            <span>
              <span id={`trash-${it._id}`}>{it.label}</span>
              <small>
                <RelativeTime iso={it.deletedAt} />
              </small>
            </span>
            <button
              type="button"
              className="link-button"
              aria-describedby={`trash-${it._id}`}
              onClick={() => void bringBack(it._id)}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
      {found.rows.length < found.total && (
        <button
          type="button"
          className="button button--quiet"
          onClick={() => setPages((it) => it + 1)}
        >
          Show more
        </button>
      )}
    </>
  );
}
