import type { ReactNode } from 'react';
import './screen-head.css';

interface ScreenHeadProps {
  readonly title: string;
  /** What can be done on this screen as a whole; first what is done most, which a phone shows beside the title. */
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
