import { inspect } from 'node:util';

interface DatabaseError extends Error {
  code: string;
  detail?: string;
  hint?: string;
}

/** Postgres' own codes that Lite already answers as PostgREST does. */
const knownToLite = /^(42|22|21|53|55|PT|PGRST)|^(23502|23503|23505|25006)$/;

/**
 * Gives SQL errors the status and body that PostgREST gives them.
 * Cure for Supabase Lite 0.10.0, which answers most of them with a bare 500.
 * The way in is the one that lets a function in SQL choose its answer: SQLSTATE 'PGRST'.
 */
export function asPostgrestError(error: unknown): unknown {
  if (!isDatabaseError(error)) return error;
  const { code, message, detail = null, hint = null } = error;
  if (knownToLite.test(code)) return shortlyLogged(error, { code, message, detail, hint });
  return shortlyLogged(error, {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
    hint: null,
  });
}

/** The database ended, is ending or is starting; the driver's own codes are words. */
const lost = /^(CONNECT|ECONN|EPIPE|08|57P0[123])/;

export function isConnectionLost(error: unknown): boolean {
  return isDatabaseError(error) && lost.test(error.code);
}

/**
 * For postgres.js 3.4.9: it asks for the types of arrays at each new connection, and nobody waits for that: a connection that dies
 * right then would end this process. Returns how to stop listening.
 */
export function outliveLostConnections(): () => void {
  const outlive = (error: unknown): void => {
    if (!isConnectionLost(error)) throw error;
  };
  process.on('unhandledRejection', outlive);
  return () => process.off('unhandledRejection', outlive);
}

function statusOf(code: string): number {
  if (lost.test(code)) return 503;
  if (code === 'P0001' || code.startsWith('23')) return 400;
  if (/^(0L|0P|28)/.test(code)) return 403;
  return /^(09|25|2D|38|39|3B|40|54|57|58|F0|HV|P0|XX)/.test(code) ? 500 : 400;
}

/** Lite prints every error that it answers; one line is enough for a refused request. */
function shortlyLogged(cause: DatabaseError, fields: object): Error {
  const line = `Postgres ${cause.code}: ${cause.message}`;
  return Object.assign(new Error(cause.message, { cause }), fields, {
    [inspect.custom]: () => line,
  });
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
