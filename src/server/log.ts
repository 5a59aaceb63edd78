import pino from 'pino';
import { siteVariables } from '#shared/environment.ts';
import type { LogLevel } from './environment.ts';

const level = siteVariables.shape.LOG_LEVEL.catch('info').parse(
  process.env['LOG_LEVEL'] || undefined,
);
const output = pino.destination({ dest: 1, sync: false });
const logger = pino(
  {
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  output,
);

/** Whether lines of this level are written. */
export const logs = (level: LogLevel): boolean => logger.isLevelEnabled(level);

/** One JSON object a line on standard output. */
export function log(
  level: LogLevel,
  event: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  logger[level](fields, event);
}

/** Writes what waits; before a sudden end. */
export const flushLog = (): void => output.flushSync();

/** What is known of something that was thrown. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
