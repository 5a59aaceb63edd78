import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Node } from 'prosemirror-model';
import { EditorState, Selection, type Command } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import type { RichText } from '#shared/domain/rich-text.ts';
import { mayIndent, toggleBold, toggleItalic } from './commands.ts';
import { schema, toDocument } from './schema.ts';

const { listItem, hardBreak, paragraph } = schema.nodes;

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView());
  return true;
};
const indent: Command = (state, dispatch) =>
  mayIndent(state) && sinkListItem(listItem)(state, dispatch);

/** Outside of lists and tables, Tab leaves the editor. */
const keys: Record<string, Command> = {
  'Mod-b': toggleBold,
  'Mod-i': toggleItalic,
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  Enter: splitListItem(listItem),
  'Shift-Enter': breakLine,
  Tab: chainCommands(goToNextCell(1), indent),
  'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(listItem)),
};

/** Whether there is nothing but a paragraph to type into. */
const isBlank = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 && firstChild?.type === paragraph && firstChild.content.size === 0;

interface Options {
  readonly text: RichText;
  /** The attributes of the element that is edited, of a text that may be empty. */
  readonly attributes: (isEmpty: boolean) => Record<string, string>;
  /** After each change of the text or the selection. */
  readonly onState: (state: EditorState, isChanged: boolean) => void;
}

export function createEditor(
  place: HTMLElement,
  { text, attributes, onState }: Options,
): EditorView {
  const plugins = [history(), keymap(keys), keymap(baseKeymap), tableEditing()];
  const doc = toDocument(text);
  const first = Selection.findFrom(doc.resolve(0), 1, true) ?? Selection.atStart(doc);
  const view = new EditorView(place, {
    // In the text, even if a picture comes first.
    state: EditorState.create({ doc, plugins, selection: first }),
    attributes: ({ doc: now }) => attributes(isBlank(now)),
    dispatchTransaction(transaction) {
      const state = view.state.apply(transaction);
      view.updateState(state);
      onState(state, transaction.docChanged);
    },
  });
  onState(view.state, false);
  return view;
}
