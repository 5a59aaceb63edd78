import type { ReactNode } from 'react';
import './save-bar.css';

interface SaveBarProps {
  readonly hidden?: boolean;
  /** Announced when the bar appears. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** The sticky buttons of a long form. */
export function SaveBar({ hidden = false, note, children }: SaveBarProps) {
  return (
    <div className="save-bar" hidden={hidden}>
      {note && !hidden && <p role="status">{note}</p>}
      {children}
    </div>
  );
}
