import { useState } from 'react';
import type { TrashKind } from '../../api/trash.ts';
import { TrashModal } from './TrashModal.tsx';

interface RecentlyDeletedProps {
  readonly kind: TrashKind;
  /** Shows what was brought back. */
  readonly reload: () => Promise<void>;
}

/** The button at the head of a screen that opens its trash. */
export function RecentlyDeleted({ kind, reload }: RecentlyDeletedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        Recently deleted
      </button>
      <TrashModal kind={kind} open={open} onClose={() => setOpen(false)} reload={reload} />
    </>
  );
}
