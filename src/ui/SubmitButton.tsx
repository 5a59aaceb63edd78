import type { ReactNode } from 'react';
import { useAwake } from './use-awake.ts';

interface SubmitButtonProps {
  busy: boolean;
  className?: string;
  children: ReactNode;
}

/** A form's button. It can be pressed only once the form can take it: a press before would send the form past its script. */
export function SubmitButton({ busy, className = '', children }: SubmitButtonProps) {
  const awake = useAwake();
  return (
    <>
      <button
        type="submit"
        className={`button ${className}`}
        disabled={!awake}
        data-asleep={awake ? undefined : ''}
        aria-busy={busy}
      >
        {children}
      </button>
      <noscript>
        <p className="field__hint">Sending this needs JavaScript in this browser.</p>
      </noscript>
    </>
  );
}
