/** Shown after 300 ms, to avoid flashing on fast responses. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      {label}
    </p>
  );
}
