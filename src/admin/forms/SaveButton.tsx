/** The button of a form; while it saves it stays readable and takes no second click. */
export function SaveButton({ label, busy }: { readonly label: string; readonly busy: boolean }) {
  return (
    <button type="submit" className="button" aria-busy={busy} aria-disabled={busy || undefined}>
      {label}
    </button>
  );
}
