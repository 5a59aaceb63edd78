import pino from 'pino';
import { siteVariables } from '#shared/environment.ts';

const level = siteVariables.shape.LOG_LEVEL.catch('info').parse(
  process.env['LOG_LEVEL'] || undefined,
);
const output = pino.destination({ dest: 1, sync: false });

/** One JSON object a line on standard output: `log.warn({ reason: error }, 'picture')`. */
export const log = pino(
  {
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { reason: reasonOf },
  },
  output,
);

/** Writes what waits; before a sudden end. */
export const flushLog = (): void => output.flushSync();

/** The loggable details of a thrown value. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A path without tokens that would give readers of the log access to an order, invitation or wish list. */
export const withoutToken = (path: string): string =>
  path.replace(
    /^((?:\/api\/v1)?\/(?:wish-lists?|(?:orders?(?:\/by-link)?|wholesale\/invitations)(?=\/[^/]{40}))\/)[^/?]+/,
    '$1…',
  );
