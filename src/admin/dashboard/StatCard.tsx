interface StatCardProps {
  readonly label: string;
  /** Null while it is not known. */
  readonly value: string | null;
  readonly note: string;
  readonly href: string;
}

export function StatCard({ label, value, note, href }: StatCardProps) {
  return (
    <a className="stat" href={href}>
      <span className="label">{label}</span>
      <span className="stat__value">{value ?? '–'}</span>
      <span className="stat__note">{note}</span>
    </a>
  );
}
