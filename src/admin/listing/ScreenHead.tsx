import type { ReactNode } from 'react';
import './screen-head.css';

interface ScreenHeadProps {
  readonly title: string;
  /** The actions of the screen, most frequent first, which phones show next to the title. */
  readonly children?: ReactNode;
}

export function ScreenHead({ title, children }: ScreenHeadProps) {
  return (
    <div className="screen-head">
      <h1>{title}</h1>
      {children && <div className="screen-head__actions">{children}</div>}
    </div>
  );
}
