import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

interface SubmitButtonProps {
  busy: boolean;
  className?: string;
  children: ReactNode;
}

/** The submit button of a form, disabled until hydration: earlier clicks would submit without JavaScript. */
export function SubmitButton({ busy, className = '', children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const early = button.current?.dataset['hydrating'] === 'pressed';
    if (!hydrated && early) setTimeout(() => button.current?.form?.requestSubmit());
  }, [hydrated]);
  return (
    <>
      <button
        ref={button}
        type="submit"
        className={`button ${className}`}
        disabled={!hydrated}
        data-hydrating={hydrated ? undefined : ''}
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
