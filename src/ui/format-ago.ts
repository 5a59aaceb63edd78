import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime.js';

dayjs.extend(relativeTime);

/** An ISO time → `3 days ago`. A file of its own: what does not show it does not load Day.js. */
export function formatAgo(iso: string): string {
  return dayjs(iso).fromNow();
}
