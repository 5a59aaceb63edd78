import type { ReactNode } from 'react';
import './save-bar.css';

interface SaveBarProps {
  readonly hidden?: boolean;
  /** Read out when the bar comes. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** The buttons of a long form, in sight wherever the page is scrolled to. */
export function SaveBar({ hidden = false, note, children }: SaveBarProps) {
  return (
    <div className="save-bar" hidden={hidden}>
      {note && !hidden && <p role="status">{note}</p>}
      {children}
    </div>
  );
}
