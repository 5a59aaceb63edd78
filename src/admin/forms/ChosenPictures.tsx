import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { SortablePictures } from './lazy.tsx';
import { sortPictures } from './picture-files.ts';

interface Chosen {
  readonly id: string;
  readonly file: File;
  readonly src: string;
}

interface PicturesField {
  readonly chosen: readonly Chosen[];
  /** Errors of the files that were rejected last. */
  readonly refused: readonly string[];
  readonly onChoose: (files: readonly File[]) => Promise<void>;
  readonly onOrder: (ids: readonly string[]) => void;
  readonly onRemove: (id: string) => void;
}

/** Pictures for a new record, in their order. */
export function useChosenPictures(): {
  readonly addTo: (form: FormData) => void;
  readonly field: PicturesField;
} {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const addresses = useRef(new Set<string>());
  useEffect(() => {
    const made = addresses.current;
    return () => made.forEach((it) => URL.revokeObjectURL(it));
  }, []);

  async function onChoose(files: readonly File[]): Promise<void> {
    const { good, problems } = await sortPictures(files);
    const most = limits.images.perUpload;
    const tooMany = chosen.length + good.length > most ? [messages.images.tooMany(most)] : [];
    setRefused([...problems, ...tooMany]);
    const more = good.map((file) => {
      const src = URL.createObjectURL(file);
      addresses.current.add(src);
      return { id: src, file, src };
    });
    setChosen((all) => [...all, ...more].slice(0, most));
  }

  return {
    addTo(form) {
      form.delete('images');
      for (const { file } of chosen) form.append('images', file);
    },
    field: {
      chosen,
      refused,
      onChoose,
      onOrder: (ids) =>
        setChosen((all) => ids.flatMap((id) => all.find((it) => it.id === id) ?? [])),
      onRemove: (id) => setChosen((all) => all.filter((it) => it.id !== id)),
    },
  };
}

interface ChosenPicturesProps extends PicturesField {
  readonly label: string;
  /** The name of the record, for the labels of its pictures. */
  readonly name: string;
  readonly error?: string | undefined;
}

/** A picker for several pictures, which can be ordered before the upload. */
export function ChosenPictures(props: ChosenPicturesProps) {
  const { label, name, chosen, refused, onChoose, onOrder, onRemove, error } = props;
  return (
    <div className="form__wide">
      <Field
        label={label}
        type="file"
        name="images"
        accept="image/*"
        multiple
        error={error}
        hint={`Up to ${limits.images.perUpload} pictures; the first is the main picture.`}
        onChange={({ currentTarget: input }) => {
          const files = [...(input.files ?? [])];
          // Cleared, so that the same file can be chosen again after removal.
          input.value = '';
          void onChoose(files);
        }}
      />
      <div role="alert">
        {refused.map((it) => (
          <p key={it} className="field__error">
            {it}
          </p>
        ))}
      </div>
      {chosen.length > 0 && (
        <SortablePictures name={name} pictures={chosen} onOrder={onOrder} onRemove={onRemove} />
      )}
    </div>
  );
}
