import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface DropdownProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly children: ReactNode;
  readonly onOpen?: () => void;
}

/** A button of the top bar with a panel below it; Escape, a click elsewhere or moving on closes it. */
export function Dropdown({ label, button, children, onOpen }: DropdownProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', onPointer);
    addEventListener('focusin', onPointer);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('focusin', onPointer);
      removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div className="dropdown" ref={root}>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        {button}
      </button>
      <div className="dropdown__panel" id={id} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
