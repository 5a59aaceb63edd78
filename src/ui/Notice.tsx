import type { ReactNode } from 'react';

/** An error message, announced when it appears; empty without one. */
export function Notice({ children, className = '' }: { children: ReactNode; className?: string }) {
  return children ? (
    <p className={`notice ${className}`} role="alert">
      {children}
    </p>
  ) : null;
}
