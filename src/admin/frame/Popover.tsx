import { useId, useRef, useState, type ReactNode } from 'react';
import './popover.css';

interface PopoverProps {
  /** For an icon button. */
  readonly label?: string;
  readonly button: ReactNode;
  readonly buttonClass?: string;
  readonly children: ReactNode;
  readonly onOpen?: () => void;
}

/** A button with a panel below it, closed by Escape, a click outside or moving the focus away. */
export function Popover(props: PopoverProps) {
  const { label, button, buttonClass = 'icon-button', children, onOpen } = props;
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <div
      className="popover"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover();
      }}
    >
      <button type="button" className={buttonClass} aria-label={label} popoverTarget={id}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popover__panel"
        onBeforeToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') onOpen?.();
        }}
      >
        {open && children}
      </div>
    </div>
  );
}
