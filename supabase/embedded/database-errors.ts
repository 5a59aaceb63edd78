import { inspect } from 'node:util';

interface DatabaseError extends Error {
  code: string;
  detail?: string;
  hint?: string;
}

/** SQLSTATEs to which Lite already responds as PostgREST does. */
const handledByLite = /^(42|22|21|53|55|PT|PGRST)|^(23502|23503|23505|25006)$/;

/**
 * Gives SQL errors the status and body that PostgREST gives them.
 * Workaround for Supabase Lite 0.10.0, which responds to most of them with 500.
 * Uses SQLSTATE 'PGRST', by which a SQL function sets its own response.
 */
export function asPostgrestError(error: unknown): unknown {
  if (!isDatabaseError(error)) return error;
  const { code, message, detail = null, hint = null } = error;
  if (handledByLite.test(code)) return withShortLog(error, { code, message, detail, hint });
  return withShortLog(error, {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
    hint: null,
  });
}

/** Codes of a lost connection: of the driver, of the system, and of Postgres when it stops or starts. */
const connectionLost = /^(CONNECT|ECONN|EPIPE|08|57P0[123])/;

export function isConnectionLost(error: unknown): boolean {
  return isDatabaseError(error) && connectionLost.test(error.code);
}

/**
 * postgres.js 3.4.9 fetches the array types on each new connection without awaiting the result: losing the connection at that
 * moment would end this process as an unhandled rejection. Returns a function that removes the listener.
 */
export function ignoreLostConnections(): () => void {
  const ignore = (error: unknown): void => {
    if (!isConnectionLost(error)) throw error;
  };
  process.on('unhandledRejection', ignore);
  return () => process.off('unhandledRejection', ignore);
}

function statusOf(code: string): number {
  if (connectionLost.test(code)) return 503;
  if (code === 'P0001' || code.startsWith('23')) return 400;
  if (/^(0L|0P|28)/.test(code)) return 403;
  return /^(09|25|2D|38|39|3B|40|54|57|58|F0|HV|P0|XX)/.test(code) ? 500 : 400;
}

/** Lite logs every error with its stack; one line is enough for a rejected request. */
function withShortLog(cause: DatabaseError, fields: object): Error {
  const line = `Postgres ${cause.code}: ${cause.message}`;
  return Object.assign(new Error(cause.message, { cause }), fields, {
    [inspect.custom]: () => line,
  });
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
