import { useStore } from '@nanostores/react';
import { useEffect, type RefObject } from 'react';

import { withoutKeys } from '../preference.ts';

/** A key that moves the focus to a field, as a label and for `aria-keyshortcuts`. */
export const shortcuts = {
  list: { name: '/', aria: '/' },
  office: { name: 'Ctrl+K', aria: 'Control+K Meta+K' },
} as const;
export type Shortcut = keyof typeof shortcuts;

const fields = 'input, textarea, select, [contenteditable]';

function isPressed(shortcut: Shortcut, event: KeyboardEvent): boolean {
  const { key, altKey, shiftKey, target } = event;
  const modified = event.ctrlKey || event.metaKey;
  if (shortcut === 'office') return key.toLowerCase() === 'k' && modified && !altKey && !shiftKey;
  return (
    key === '/' && !modified && !altKey && !(target instanceof Element && target.matches(fields))
  );
}

/** Focuses the field when its shortcut is pressed, except behind an open dialog. Null if the key is disabled. */
export function useShortcut(
  shortcut: Shortcut,
  field: RefObject<HTMLInputElement | null>,
): (typeof shortcuts)[Shortcut] | null {
  const off = useStore(withoutKeys.$on) && shortcut === 'list';
  useEffect(() => {
    if (off) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(shortcut, event) || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [shortcut, field, off]);
  return off ? null : shortcuts[shortcut];
}
