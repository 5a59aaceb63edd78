import { useState } from 'react';
import { useAwake } from './use-awake.ts';

interface Props {
  name: string;
  onMore: () => Promise<void>;
}

/** The next part of a long list, below what is shown of it. */
export function MoreButton({ name, onMore }: Props) {
  const awake = useAwake();
  const [busy, setBusy] = useState(false);
  const more = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await onMore();
    setBusy(false);
  };
  return (
    <div className="more">
      <button
        type="button"
        className="button button--quiet"
        disabled={!awake}
        data-asleep={awake ? undefined : ''}
        aria-busy={busy}
        onClick={() => void more()}
      >
        {name}
      </button>
      <noscript>
        <p className="field__hint">Seeing more needs JavaScript in this browser.</p>
      </noscript>
    </div>
  );
}
