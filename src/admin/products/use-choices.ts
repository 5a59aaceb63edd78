import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { choiceKinds, splitEntries, type ChoiceName } from './choices.ts';

/** At the edge of the text, or if all of it is selected, an arrow key leaves the entry. */
function leaves({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): -1 | 0 | 1 {
  const { selectionStart: from, selectionEnd: to, value } = input;
  const all = from === 0 && to === value.length;
  if (key === 'ArrowLeft' && (all || (from === 0 && to === 0))) return -1;
  return key === 'ArrowRight' && (all || from === value.length) ? 1 : 0;
}

/** A list of entries that can be added, changed and removed; the last one is being typed. */
export function useChoices(
  name: ChoiceName,
  value: readonly string[],
  onChange: (value: readonly string[]) => void,
) {
  const { kept, shown } = choiceKinds[name];
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  /** The input to focus after rendering. */
  const next = useRef<number>(undefined);
  const entries = value.slice(0, -1);
  const typed = value.at(-1) ?? '';
  const last = entries.length;

  function focus(index: number): void {
    const input = box.current?.querySelectorAll<HTMLInputElement>('[data-entry]')[index];
    input?.focus();
    input?.select();
  }
  useEffect(() => {
    if (next.current === undefined) return;
    focus(next.current);
    next.current = undefined;
  });

  function add(texts: readonly string[], rest = ''): void {
    const all = [...new Set(texts.map(kept))].filter((it) => it !== '');
    const fresh = all.filter((it) => !entries.includes(it));
    const words = (fresh.length > 0 ? fresh : all).map(shown).join(', ');
    if (words) setSaid(`${words} ${fresh.length > 0 ? 'added' : 'is already in the list'}.`);
    onChange([...entries, ...fresh, rest]);
  }

  /** The set in its own order, after other entries. */
  function addSet(set: readonly string[]): void {
    setSaid(`${set.map(shown).join(', ')} added.`);
    onChange([...entries.filter((it) => !set.includes(it)), ...set, typed]);
  }

  /** `to` is the entry to focus afterwards, if any. */
  function remove(gone: readonly string[], to?: number): void {
    setSaid(`${gone.map(shown).join(', ') || 'Empty entry'} removed.`);
    onChange(value.filter((it, index) => index === last || !gone.includes(it)));
    next.current = to;
  }

  /** Handles input in an entry; a comma ends it. */
  function type(text: string, index = last): void {
    const parts = splitEntries(text);
    if (parts.length === 1) onChange(value.with(index, text));
    else if (index === last) add(parts.slice(0, -1), parts.at(-1)?.trimStart());
    else onChange([...new Set(value.toSpliced(index, 1, ...parts.map(kept).filter(Boolean)))]);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const text = event.clipboardData.getData('text');
    if (splitEntries(text).length === 1) return;
    event.preventDefault();
    add(splitEntries(typed.slice(0, selectionStart ?? 0) + text + typed.slice(selectionEnd ?? 0)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, index = last): void {
    const { key, currentTarget: input } = event;
    const step = leaves(event);
    const all = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const removes = key === 'Backspace' || (key === 'Delete' && index < last);
    // Enter may confirm an IME composition.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === 'Enter') {
      if (index === last) add([typed]);
      else focus(last);
    } else if (step !== 0 && !event.shiftKey && index + step >= 0 && index + step <= last) {
      focus(index + step);
    } else if (removes && all && index < last) {
      remove([value[index] ?? ''], key === 'Delete' ? index : Math.max(index - 1, 0));
    } else if (removes && index === last && typed === '' && last > 0) {
      remove([value[last - 1] ?? '']);
    } else return;
    event.preventDefault();
  }

  return {
    entries,
    typed,
    said,
    box,
    add,
    addSet,
    remove,
    type,
    focus,
    onPaste,
    onKeyDown,
  } as const;
}
