import { siteVariables } from '#shared/environment.ts';
import type { LogLevel } from './environment.ts';

const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];
const wanted = levels.indexOf(
  siteVariables.shape.LOG_LEVEL.catch('info').parse(process.env['LOG_LEVEL'] || undefined),
);

let waiting: string[] = [];

/** Whether lines of this level are written. */
export const logs = (level: LogLevel): boolean => levels.indexOf(level) <= wanted;

/** One JSON object a line on standard output; lines of one turn are written together. */
export function log(
  level: LogLevel,
  event: string,
  fields: Readonly<Record<string, unknown>> = {},
) {
  if (!logs(level)) return;
  const line = JSON.stringify({ level, time: new Date().toISOString(), event, ...fields });
  if (waiting.push(`${line}\n`) === 1) setImmediate(flushLog);
}

/** Writes what waits; before a sudden end. */
export function flushLog(): void {
  if (waiting.length === 0) return;
  const lines = waiting.join('');
  waiting = [];
  process.stdout.write(lines);
}

/** What is known of something that was thrown. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
