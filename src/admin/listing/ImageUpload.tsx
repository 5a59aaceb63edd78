import { useId, useState, type SyntheticEvent } from 'react';
import type { Outcome } from '../forms/use-submit.ts';

interface ImageUploadProps {
  readonly name: string;
  /** The form carries the picture as `image`. */
  readonly save: (form: FormData) => Promise<Outcome>;
}

/** One row's file picker and its button; the picker is emptied once the picture is saved. */
export function ImageUpload({ name, save }: ImageUploadProps) {
  const [busy, setBusy] = useState(false);
  const [hint, setHint] = useState('');
  const [empty, setEmpty] = useState(true);
  const hintId = useId();

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const picture = data.get('image');
    if (!(picture instanceof File) || picture.size === 0) {
      setHint('Choose a picture first.');
      return;
    }
    setBusy(true);
    setHint('');
    const { ok, issues } = await save(data);
    if (ok) {
      form.reset();
      setEmpty(true);
    } else setHint(issues[0]?.message ?? '');
    setBusy(false);
  }

  return (
    <form
      className="image-upload"
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!busy) void submit(event.currentTarget);
      }}
    >
      <input
        type="file"
        name="image"
        accept="image/*"
        aria-label={`New picture of ${name}`}
        aria-describedby={hint ? hintId : undefined}
        data-empty={empty}
        onChange={({ currentTarget }) => {
          setHint('');
          setEmpty(currentTarget.files?.length === 0);
        }}
      />
      <button type="submit" className="link-button" aria-busy={busy}>
        save image
      </button>
      {hint && (
        <p className="field__error" id={hintId} role="alert">
          {hint}
        </p>
      )}
    </form>
  );
}
