import { formatAgo } from '../../ui/format-ago.ts';
import { formatDateAndTime } from '../../ui/format.ts';

/** 'x ago', with the exact time on hover. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  if (Number.isNaN(Date.parse(iso))) return null;
  return (
    <time dateTime={iso} title={formatDateAndTime(iso)}>
      {formatAgo(iso)}
    </time>
  );
}
