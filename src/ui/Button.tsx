import { useState, type ComponentProps } from 'react';

const looks = {
  main: 'button',
  quiet: 'button button--quiet',
  danger: 'button button--danger',
  link: 'link-button',
  'danger-link': 'link-button link-button--danger',
} as const;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  readonly look?: keyof typeof looks | undefined;
  /** Busy until it resolves; clicks meanwhile are ignored. */
  readonly onClick: () => unknown;
}

/** A button for an action. Use a link for navigation, and SubmitButton for forms. */
export function Button({ look = 'main', className = '', onClick, ...button }: ButtonProps) {
  const [busy, setBusy] = useState(false);
  async function press(): Promise<void> {
    const done = busy ? null : onClick();
    if (!(done instanceof Promise)) return;
    setBusy(true);
    await done;
    setBusy(false);
  }
  return (
    <button
      {...button}
      type="button"
      className={`${looks[look]} ${className}`.trimEnd()}
      aria-busy={busy}
      onClick={() => void press()}
    />
  );
}
