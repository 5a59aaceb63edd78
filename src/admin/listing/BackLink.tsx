import type { ReactNode } from 'react';
import './back-link.css';

/** Link from a record back to its list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="back-link" href={href}>
      {children}
    </a>
  );
}
