import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime.js';

dayjs.extend(relativeTime);

/** An ISO time → `3 days ago`. A separate file, so that only its users load Day.js. */
export function formatAgo(iso: string): string {
  return dayjs(iso).fromNow();
}
