import {
  Bold,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo,
  Table,
  Undo,
  type LucideIcon,
} from 'lucide-react';
import { redo, undo } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
} from 'prosemirror-tables';
import { useState, type KeyboardEvent } from 'react';
import * as commands from './commands.ts';

interface ToolbarProps {
  readonly state: EditorState;
  readonly run: (command: Command) => void;
  readonly onLink: () => void;
  readonly onPicture: () => void;
}

interface Tool {
  readonly label: string;
  readonly Icon?: LucideIcon;
  /** Null: it does something, instead of being on or off. */
  readonly pressed: boolean | null;
  readonly act: () => void;
  readonly enabled?: boolean;
}

/** One stop of the Tab key; arrow keys move between the tools. */
export function Toolbar({ state, run, onLink, onPicture }: ToolbarProps) {
  const [stop, setStop] = useState(0);
  const active = commands.activeOf(state);
  const tool = (
    label: string,
    Icon: LucideIcon,
    command: Command,
    pressed: boolean | null,
  ): Tool => ({
    ...{ label, Icon, pressed },
    act: () => run(command),
    enabled: command(state),
  });
  const inTable = (label: string, command: Command): Tool => ({
    ...{ label, pressed: null, act: () => run(command) },
  });
  const tools: readonly Tool[] = [
    tool('Bold', Bold, commands.toggleBold, active.bold),
    tool('Italic', Italic, commands.toggleItalic, active.italic),
    tool('Heading', Heading2, commands.toggleHeading(2), active.heading2),
    tool('Small heading', Heading3, commands.toggleHeading(3), active.heading3),
    tool('Bulleted list', List, commands.toggleBullets, active.bulletList),
    tool('Numbered list', ListOrdered, commands.toggleNumbers, active.orderedList),
    { label: 'Link', Icon: Link, pressed: active.link, act: onLink },
    { label: 'Picture', Icon: Image, pressed: null, act: onPicture },
    {
      label: 'Table',
      Icon: Table,
      pressed: null,
      act: () => run(commands.insertTable),
      enabled: !active.table,
    },
    tool('Undo', Undo, undo, null),
    tool('Redo', Redo, redo, null),
    ...(active.table
      ? [
          inTable('Add row', addRowAfter),
          inTable('Add column', addColumnAfter),
          inTable('Delete row', deleteRow),
          inTable('Delete column', deleteColumn),
          inTable('Delete table', deleteTable),
        ]
      : []),
  ];
  const current = Math.min(stop, tools.length - 1);

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const to = {
      ArrowRight: (current + 1) % tools.length,
      ArrowLeft: (current + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setStop(to);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[to]?.focus();
  }

  return (
    <div className="rich-text__tools" role="toolbar" aria-label="Formatting" onKeyDown={move}>
      {tools.map(({ label, Icon, pressed, act, enabled = true }, place) => (
        <button
          key={label}
          type="button"
          className={Icon ? 'icon-button' : 'link-button'}
          aria-label={label}
          title={label}
          aria-pressed={pressed ?? undefined}
          aria-disabled={!enabled || undefined}
          tabIndex={place === current ? 0 : -1}
          onFocus={() => setStop(place)}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => enabled && act()}
        >
          {Icon ? <Icon size={18} strokeWidth={1.5} aria-hidden="true" /> : label}
        </button>
      ))}
    </div>
  );
}
