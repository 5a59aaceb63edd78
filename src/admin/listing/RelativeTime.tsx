import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime.js';

dayjs.extend(relativeTime);

/** 'x ago', with the exact time on hover. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const time = dayjs(iso);
  if (!time.isValid()) return null;
  return (
    <time dateTime={iso} title={time.format('D MMMM YYYY, HH:mm')}>
      {time.fromNow()}
    </time>
  );
}
