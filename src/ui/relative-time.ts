import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime.js';

dayjs.extend(relativeTime);

/** An ISO time as people say it: `3 days ago`. */
export function ago(time: string): string {
  return dayjs(time).fromNow();
}
