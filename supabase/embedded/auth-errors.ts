/** An error response of Supabase Auth. @param retryAfter in seconds */
export function authError(
  status: number,
  errorCode: string,
  msg: string,
  retryAfter?: number,
): Response {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return Response.json({ code: status, error_code: errorCode, msg }, { status, headers });
}
