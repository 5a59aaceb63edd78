import { NodeSelection, type Command, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { RichText } from '#shared/domain/rich-text.ts';
import { uploadTextPicture } from '../../api/admin-pages.ts';
import { toastError } from '../../stores/toasts.ts';
import { fitPicture, problemOf } from '../forms/picture-files.ts';
import { hrefAt, insertPicture, setLink } from './commands.ts';
import { createEditor } from './create-editor.ts';
import { LinePanel } from './LinePanel.tsx';
import { schema, toRichText } from './schema.ts';
import { Toolbar } from './Toolbar.tsx';
import './rich-text.css';

interface RichTextEditorProps {
  readonly label: string;
  /** The text to begin with. */
  readonly text: RichText;
  readonly onChange: (text: RichText) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly startsFocused?: boolean;
}

/** Edits a text with headings, lists, links, pictures and tables. */
export function RichTextEditor({
  label,
  text,
  onChange,
  error,
  hint,
  placeholder,
  startsFocused = false,
}: RichTextEditorProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const view = useRef<EditorView>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const [isLinking, setLinking] = useState(false);
  const said = error ?? hint;

  const attributesOf = useEffectEvent((isEmpty: boolean) => ({
    ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id },
    ...(said && { 'aria-describedby': `${id}-said` }),
    ...(error && { 'aria-invalid': 'true' }),
    ...(placeholder && { 'aria-placeholder': placeholder }),
    ...(placeholder && isEmpty && { 'data-placeholder': placeholder }),
  }));
  const follow = useEffectEvent((now: EditorState, isChanged: boolean) => {
    setState(now);
    if (isChanged) onChange(toRichText(now.doc));
  });
  const create = useEffectEvent((element: HTMLElement) => {
    const editor = createEditor(element, {
      text,
      attributes: (isEmpty) => attributesOf(isEmpty),
      onState: (now, isChanged) => follow(now, isChanged),
    });
    if (startsFocused) editor.focus();
    return editor;
  });
  useEffect(() => {
    const editor = place.current && create(place.current);
    view.current = editor;
    return () => editor?.destroy();
  }, []);

  // The attributes are read again.
  useEffect(() => view.current?.setProps({}), [said, error]);

  function run(command: Command): void {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch, editor);
    editor.focus();
  }

  async function upload(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    const picture = await fitPicture(chosen);
    const problem = await problemOf(picture);
    if (problem !== null) return toastError(problem);
    const form = new FormData();
    form.append('image', picture);
    const reply = await uploadTextPicture(form);
    if (!reply.ok) return toastError(reply.message);
    const { src, width, height } = reply;
    run(insertPicture({ src, width, height }));
  }

  const selected = state?.selection;
  const picture =
    selected instanceof NodeSelection && selected.node.type === schema.nodes.image
      ? selected
      : null;
  return (
    <div className="field rich-text" data-invalid={error ? true : undefined}>
      <span id={id} className="field__label">
        {label}
      </span>
      {state && (
        <Toolbar
          state={state}
          run={run}
          onLink={() => setLinking(true)}
          onPicture={() => file.current?.click()}
        />
      )}
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture"
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      {state && isLinking && (
        <LinePanel
          label="Link to"
          value={hrefAt(state)}
          placeholder="/shop or https://"
          onDone={(href) => {
            setLinking(false);
            if (href !== null) run(setLink(href));
            else view.current?.focus();
          }}
        />
      )}
      {picture && (
        <LinePanel
          key={picture.from}
          label="What the picture shows"
          value={String(picture.node.attrs['alt'])}
          placeholder="For those who cannot see it"
          onDone={(alt) => {
            if (alt === null) return view.current?.focus();
            run((now, dispatch) => {
              dispatch?.(now.tr.setNodeAttribute(picture.from, 'alt', alt));
              return true;
            });
          }}
        />
      )}
      <div ref={place} />
      {said && (
        <p id={`${id}-said`} className={error ? 'field__error' : 'field__hint'}>
          {said}
        </p>
      )}
    </div>
  );
}
