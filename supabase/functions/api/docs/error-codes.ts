import type { Call } from '../call.ts';
import { businessErrors, type ErrorStatus } from '../errors.ts';

/** The statuses of the codes that no SQL function raises. */
const statuses: Readonly<Record<string, ErrorStatus>> = {
  ...businessErrors,
  email_invalid: 400,
  malformed_body: 400,
  not_accepted: 400,
  same_password: 400,
  weak_password: 400,
  wrong_password: 400,
  invalid_credentials: 401,
  session_over: 401,
  token_invalid: 401,
  token_missing: 401,
  account_needed: 403,
  forbidden: 403,
  recovery_link_needed: 403,
  sign_in: 403,
  link_ended: 404,
  not_found: 404,
  address_taken: 409,
  code_taken: 409,
  conflict: 409,
  email_taken: 409,
  from_taken: 409,
  key_taken: 409,
  no_email: 409,
  name_taken: 409,
  paid_meanwhile: 409,
  payment_not_begun: 409,
  payment_unavailable: 409,
  provider_unreachable: 409,
  rate_taken: 409,
  refund_refused: 409,
  too_many_pictures: 409,
  too_large: 413,
  too_many_tries: 429,
};

const codesOfAccess = {
  anyone: [],
  shopper: ['token_missing', 'token_invalid', 'session_over', 'not_a_customer'],
  customer: ['token_missing', 'token_invalid', 'not_a_customer'],
  admin: ['token_missing', 'token_invalid', 'not_an_administrator'],
};

/** The error codes of a call by their status. @throws Error if a code has no status */
export function errorCodes(call: Call): ReadonlyMap<ErrorStatus, readonly string[]> {
  const { access, body, query, codes = {}, limit, limitedInSql, path, errors = [] } = call;
  const all = new Set([
    ...codesOfAccess[access],
    ...(body ? ['malformed_body', 'too_large'] : []),
    ...(body || query ? ['validation_failed', ...Object.values(codes)] : []),
    ...(path.includes(':') ? ['not_found'] : []),
    ...(limit || limitedInSql ? ['too_many_tries'] : []),
    ...errors,
  ]);
  const found = new Map<ErrorStatus, string[]>();
  for (const code of [...all].sort()) {
    const status = statuses[code];
    if (!status) throw new Error(`The error code ${code} has no status`);
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}
