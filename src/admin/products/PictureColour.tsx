import { useEffect, useRef, useState } from 'react';
import { colourName } from '#shared/domain/colour-name.ts';

interface PictureColourProps {
  /** Which pictures it applies to. */
  readonly label: string;
  /** A visible label if there is no picture. */
  readonly shown?: string;
  readonly colours: readonly string[];
  /** Empty for none. */
  readonly colour: string;
  readonly onChoose: (colour: string) => void | Promise<void>;
  /** Replaces a field that had the focus. */
  readonly focused?: boolean;
}

/** The colour that a picture shows. */
export function PictureColour(props: PictureColourProps) {
  const { label, shown: said, colours, colour, onChoose, focused } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    // Only if the focus has not moved elsewhere.
    if (focused && document.activeElement?.contains(select.current)) select.current?.focus();
  }, [focused]);
  const shown = chosen ?? colour;

  async function choose(value: string): Promise<void> {
    setChosen(value);
    await onChoose(value);
    setChosen(null);
  }

  return (
    <span className="picture-colour">
      {said && <span aria-hidden>{said}</span>}
      <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
        {shown && <circle cx="7" cy="7" r="6.5" color={shown} />}
      </svg>
      <select
        ref={select}
        aria-label={`Color of ${label}`}
        value={shown}
        onChange={({ currentTarget: { value } }) => void choose(value)}
      >
        <option value="">All colors</option>
        {colours.map((it) => (
          <option key={it} value={it}>
            {colourName(it)}
          </option>
        ))}
      </select>
    </span>
  );
}
