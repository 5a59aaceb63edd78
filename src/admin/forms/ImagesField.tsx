import { useEffect, useId, useState } from 'react';

interface ImagesFieldProps {
  readonly label: string;
  readonly name: string;
  readonly error?: string | undefined;
}

interface Chosen {
  readonly name: string;
  readonly url: string;
}

/** A picker for several pictures that shows what was chosen. */
export function ImagesField({ label, name, error }: ImagesFieldProps) {
  const id = useId();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);

  useEffect(() => () => chosen.forEach((it) => URL.revokeObjectURL(it.url)), [chosen]);

  return (
    <div className="field form__wide">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        name={name}
        accept="image/*"
        multiple
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget: { files } }) =>
          setChosen(
            [...(files ?? [])].map((file) => ({ name: file.name, url: URL.createObjectURL(file) })),
          )
        }
      />
      {error && (
        <p id={`${id}-error`} className="field__error">
          {error}
        </p>
      )}
      {chosen.length > 0 && (
        <ul className="chosen-images">
          {chosen.map((it) => (
            <li key={it.url}>
              <img src={it.url} alt={it.name} width={72} height={90} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
