import { limits } from '#shared/domain/limits.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { SortablePictures } from './SortablePictures.tsx';

interface Chosen {
  readonly id: string;
  readonly file: File;
  readonly src: string;
}

interface PicturesField {
  readonly chosen: readonly Chosen[];
  readonly onChoose: (files: readonly File[]) => void;
  readonly onOrder: (ids: readonly string[]) => void;
  readonly onRemove: (id: string) => void;
}

/** Pictures for a product that is not there yet, in the order in which it will have them. */
export function useChosenPictures(): {
  readonly pictures: readonly File[];
  readonly field: PicturesField;
} {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const addresses = useRef(new Set<string>());
  useEffect(() => {
    const made = addresses.current;
    return () => made.forEach((it) => URL.revokeObjectURL(it));
  }, []);

  function onChoose(files: readonly File[]): void {
    const more = files.map((file) => {
      const src = URL.createObjectURL(file);
      addresses.current.add(src);
      return { id: src, file, src };
    });
    setChosen((all) => [...all, ...more].slice(0, limits.images.perUpload));
  }

  return {
    pictures: chosen.map((it) => it.file),
    field: {
      chosen,
      onChoose,
      onOrder: (ids) =>
        setChosen((all) => ids.flatMap((id) => all.find((it) => it.id === id) ?? [])),
      onRemove: (id) => setChosen((all) => all.filter((it) => it.id !== id)),
    },
  };
}

interface ChosenPicturesProps extends PicturesField {
  readonly label: string;
  readonly error?: string | undefined;
}

/** A picker for several pictures, which can be ordered before they are sent. */
export function ChosenPictures(props: ChosenPicturesProps) {
  const { label, chosen, onChoose, onOrder, onRemove, error } = props;
  const id = useId();
  return (
    <div className="field form__wide">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        name="images"
        accept="image/*"
        multiple
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-said ${id}-hint` : `${id}-hint`}
        onChange={({ currentTarget: input }) => {
          const files = [...(input.files ?? [])];
          // Emptied, so that the same file can be chosen again after it was taken out.
          input.value = '';
          onChoose(files);
        }}
      />
      <p id={`${id}-hint`} className="field__hint">
        Up to {limits.images.perUpload} at once; the first one stands for the product.
      </p>
      {error && (
        <p id={`${id}-said`} className="field__error">
          {error}
        </p>
      )}
      {chosen.length > 0 && (
        <SortablePictures
          name="New product"
          pictures={chosen}
          onOrder={onOrder}
          onRemove={onRemove}
        />
      )}
    </div>
  );
}
