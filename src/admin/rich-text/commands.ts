import { setBlockType, toggleMark } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { MarkType, NodeType } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { richTextLimits } from '#shared/domain/rich-text.ts';
import type { TextPicture } from '#shared/schemas/pages.ts';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

function isMarked({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, type);
}

/** The closest node of this type around the selection. */
function around({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type === type) return true;
  }
  return false;
}

const isHeading = ({ selection: { $from } }: EditorState, level: number): boolean =>
  $from.parent.type === nodes.heading && $from.parent.attrs['level'] === level;

/** What the toolbar shows of a selection. */
export const activeOf = (state: EditorState) => ({
  bold: isMarked(state, marks.bold),
  italic: isMarked(state, marks.italic),
  link: isMarked(state, marks.link),
  heading2: isHeading(state, 2),
  heading3: isHeading(state, 3),
  bulletList: around(state, nodes.bulletList),
  orderedList: around(state, nodes.orderedList),
  table: isInTable(state),
});

/** A heading, or a paragraph again. */
export const toggleHeading =
  (level: 2 | 3): Command =>
  (state, dispatch) =>
    isHeading(state, level)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch);

const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) =>
    around(state, type)
      ? liftListItem(nodes.listItem)(state, dispatch)
      : wrapInList(type)(state, dispatch);

/** Lists end at the depth that a document may have. */
export const mayIndent = ({ selection: { $from } }: EditorState): boolean => {
  let depth = 0;
  for (let it = $from.depth; it > 0; it -= 1)
    if ($from.node(it).type === nodes.listItem) depth += 1;
  return depth < richTextLimits.listDepth;
};

/** The address of the link at the selection; empty without one. */
export function hrefAt({ selection, doc }: EditorState): string {
  const { $from, from, to } = selection;
  const found =
    marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? []);
  if (found || from === to) return String(found?.attrs['href'] ?? '');
  let href = '';
  doc.nodesBetween(from, to, (node) => {
    href = String(marks.link.isInSet(node.marks)?.attrs['href'] ?? '') || href;
  });
  return href;
}

/** Where the link at the cursor is, or what is selected. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { from, to, empty, $from } = state.selection;
  const link = marks.link.isInSet($from.marks());
  if (!empty || !link) return { from, to };
  let [start, end] = [from, to];
  $from.parent.forEach((node, offset) => {
    const at = $from.start() + offset;
    const isPart = link.isInSet(node.marks) && at <= from && at + node.nodeSize >= from;
    if (isPart) [start, end] = [at, at + node.nodeSize];
  });
  return { from: start, to: end };
}

/** Links what is selected, or types the address as a link; an empty address removes the link. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to } = linkRange(state);
    const { tr } = state;
    if (href === '') tr.removeMark(from, to, marks.link);
    else if (from === to) tr.insert(from, schema.text(href, [marks.link.create({ href })]));
    else tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create({ href }));
    dispatch?.(tr);
    return true;
  };

export const insertPicture =
  (picture: TextPicture): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    const at = $from.depth > 0 ? $from.after(1) : state.selection.to;
    const tr = state.tr.insert(at, nodes.image.create({ ...picture, alt: '' }));
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView());
    return true;
  };

/** Two columns with headings, and a paragraph to go on after it. */
export const insertTable: Command = (state, dispatch) => {
  const row = (type: NodeType) =>
    nodes.tableRow.create(
      null,
      [type.createAndFill(), type.createAndFill()].filter((it) => it !== null),
    );
  const table = nodes.table.create(null, [row(nodes.tableHeader), row(nodes.tableCell)]);
  const { $from } = state.selection;
  const at = $from.depth > 0 ? $from.after(1) : state.selection.to;
  const isLast = at >= state.doc.content.size;
  const tr = state.tr.insert(at, isLast ? [table, nodes.paragraph.create()] : table);
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 3))).scrollIntoView());
  return true;
};

export const toggleBold = toggleMark(marks.bold);
export const toggleItalic = toggleMark(marks.italic);
export const toggleBullets = toggleList(nodes.bulletList);
export const toggleNumbers = toggleList(nodes.orderedList);
