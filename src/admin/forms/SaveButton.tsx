import type { ComponentProps } from 'react';

interface SaveButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly busy: boolean;
}

/** A submit button that stays readable while the form is saved. */
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
