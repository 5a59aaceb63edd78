/**
 * For `createSignedUrl` of supabase-js's storage client, which reads `signedURL` and puts the storage address before it.
 * Cure for Supabase Lite 0.10.0, which answers a whole path as `signedUrl`.
 */
export async function correctStorageAnswer(answer: Response, url: URL): Promise<Response> {
  if (!answer.ok || !/^\/storage\/v1\/object\/sign\//.test(url.pathname)) return answer;
  if (!answer.headers.get('content-type')?.includes('json')) return answer;
  const { signedUrl, ...rest } = (await answer.json()) as { signedUrl?: string };
  if (signedUrl === undefined) return Response.json(rest);
  return Response.json({ ...rest, signedURL: signedUrl.replace(/^\/storage\/v1/, '') });
}
