import type { ReactNode } from 'react';
import './save-bar.css';

interface SaveBarProps {
  /** Read out when the bar comes. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** The buttons of a long form, in sight wherever the page is scrolled to. */
export function SaveBar({ note, children }: SaveBarProps) {
  return (
    <div className="save-bar">
      {note && <p role="status">{note}</p>}
      {children}
    </div>
  );
}
