import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { useState } from 'react';
import { query } from '../../api/query.ts';
import { trashPage, type TrashKind } from '../../api/trash.ts';
import { Button } from '../../ui/Button.tsx';
import { restore } from '../changes.ts';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import './trash.css';

/** The button in the header of a screen that opens its trash. */
export function RecentlyDeleted({ kind }: { readonly kind: TrashKind }) {
  return (
    <DialogButton look="link" label="Recently deleted">
      {() => <Trash kind={kind} />}
    </DialogButton>
  );
}

function Trash({ kind }: { readonly kind: TrashKind }) {
  const [pages, setPages] = useState(1);
  return (
    <div className="trash">
      {Array.from({ length: pages }, (_, index) => (
        <TrashPage
          key={index}
          kind={kind}
          page={index + 1}
          onMore={index + 1 === pages ? () => setPages(pages + 1) : null}
        />
      ))}
    </div>
  );
}

interface TrashPageProps {
  readonly kind: TrashKind;
  readonly page: number;
  /** Null if the next page is already shown. */
  readonly onMore: (() => void) | null;
}

/** The page size of the server. */
const pageSize = 25;

/** Recently deleted records, which can be restored. */
function TrashPage({ kind, page, onMore }: TrashPageProps) {
  const [$trash] = useState(() => query(trashPage(kind, page)));
  return (
    <Loading loaded={useStore($trash)} path="/trash" what="list">
      {({ rows, total }) => (
        <>
          {page === 1 && (
            <p className="hint">{total === 0 ? messages.trash.empty : messages.trash.kept}</p>
          )}
          <ul className="trash-list">
            {rows.map(({ _id, label, deletedAt }) => (
              <li key={_id}>
                <span>
                  <span id={`trash-${_id}`}>{label}</span>
                  <small>
                    <RelativeTime iso={deletedAt} />
                  </small>
                </span>
                <Button
                  look="link"
                  aria-describedby={`trash-${_id}`}
                  onClick={() => restore([_id])}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
          {onMore && total > page * pageSize && (
            <Button look="quiet" onClick={onMore}>
              Show more
            </Button>
          )}
        </>
      )}
    </Loading>
  );
}
