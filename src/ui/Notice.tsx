import type { ReactNode } from 'react';

/** What went wrong, read out when it comes; nothing while there is nothing to say. */
export function Notice({ children, className = '' }: { children: ReactNode; className?: string }) {
  return children ? (
    <p className={`notice ${className}`} role="alert">
      {children}
    </p>
  ) : null;
}
