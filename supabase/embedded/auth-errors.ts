/** A refusal as Supabase Auth words it. @param wait seconds until a further try may be made */
export function authError(status: number, errorCode: string, msg: string, wait?: number): Response {
  const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) };
  return Response.json({ code: status, error_code: errorCode, msg }, { status, headers });
}
