import type { ComponentProps } from 'react';

interface SaveButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly busy: boolean;
}

/** Sends a form; stays readable while it saves. */
export function SaveButton({ busy, className = '', ...button }: SaveButtonProps) {
  return (
    <button
      {...button}
      type="submit"
      className={`button ${className}`.trimEnd()}
      aria-busy={busy}
      aria-disabled={busy || undefined}
    />
  );
}
