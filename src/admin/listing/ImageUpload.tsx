import { messages } from '#shared/messages.ts';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { Outcome } from '../../ui/use-form.ts';
import { fitPicture } from '../forms/picture-files.ts';
import './image-upload.css';

interface ImageUploadProps {
  readonly name: string;
  /** The form contains the picture as `image`. */
  readonly save: (form: FormData) => Promise<Outcome>;
}

/** The file picker of a row with its button, cleared after the picture is saved. */
export function ImageUpload({ name, save }: ImageUploadProps) {
  const [hint, setHint] = useState('');
  const [empty, setEmpty] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();

  async function submit(): Promise<void> {
    const [file] = input.current?.files ?? [];
    if (!file) return setHint(messages.images.choose);
    setHint('');
    const form = new FormData();
    form.set('image', await fitPicture(file));
    const outcome = await save(form);
    if (!outcome.ok) return setHint(outcome.issues[0]?.message ?? '');
    if (input.current) input.current.value = '';
    setEmpty(true);
  }

  return (
    <div className="image-upload">
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={`New picture of ${name}`}
        aria-describedby={hint ? hintId : undefined}
        data-empty={empty}
        onChange={({ currentTarget }) => {
          setHint('');
          setEmpty(currentTarget.files?.length === 0);
        }}
      />
      <Button look="link" onClick={submit}>
        save image
      </Button>
      {hint && (
        <p className="field__error" id={hintId} role="alert">
          {hint}
        </p>
      )}
    </div>
  );
}
