import './swatch.css';

/** A colour swatch with its name. */
export function Swatch({ colour }: { readonly colour: string }) {
  return (
    <svg className="swatch" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <circle cx="7" cy="7" r="6.5" color={colour} />
    </svg>
  );
}
