import { useEffect, useRef, type KeyboardEvent } from 'react';
import { PolicyOptions } from './PolicyOptions.tsx';
import { cellName } from './stock-edits.ts';
import type { Cell } from './sheet.ts';
import { isEditField } from './variant-fields.ts';

interface SheetEditorProps {
  readonly cell: Cell;
  readonly draft: string;
  /** Started by typing, which replaces the content of the cell. */
  readonly quick: boolean;
  readonly isWrong: boolean;
  readonly onDraft: (draft: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
}

/** The input of the edited cell. */
export function SheetEditor(props: SheetEditorProps) {
  const { cell, draft, quick, isWrong, onDraft, onKeyDown, onBlur } = props;
  const { field, variant } = cell;
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    (input.current ?? select.current)?.focus();
    if (!quick) input.current?.select();
  }, [quick]);
  if (!isEditField(field)) return null;
  const common = {
    value: draft,
    'aria-label': cellName({ field, variant }),
    'aria-invalid': isWrong || undefined,
    onKeyDown,
    onBlur,
  };
  if (field !== 'policy') {
    return (
      <input
        {...common}
        ref={input}
        inputMode={field === 'onHand' || field === 'barcode' ? 'numeric' : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
      />
    );
  }
  return (
    <select {...common} ref={select} onChange={({ currentTarget }) => onDraft(currentTarget.value)}>
      <PolicyOptions value={draft} />
    </select>
  );
}
