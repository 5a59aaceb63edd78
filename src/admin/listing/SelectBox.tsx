interface SelectBoxProps {
  readonly label: string;
  readonly checked: boolean;
  /** Some of its rows are selected. */
  readonly mixed?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with a visually hidden label, which makes the target large. */
export function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps) {
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed && !checked;
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
