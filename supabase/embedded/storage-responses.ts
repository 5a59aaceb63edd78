/**
 * For `createSignedUrl` of supabase-js's storage client, which reads `signedURL` and prepends the storage URL.
 * Workaround for Supabase Lite 0.10.0, which returns a full path as `signedUrl`.
 */
export async function correctStorageResponse(response: Response, url: URL): Promise<Response> {
  if (!response.ok || !/^\/storage\/v1\/object\/sign\//.test(url.pathname)) return response;
  if (!response.headers.get('content-type')?.includes('json')) return response;
  const { signedUrl, ...rest } = (await response.json()) as { signedUrl?: string };
  if (signedUrl === undefined) return Response.json(rest);
  return Response.json({ ...rest, signedURL: signedUrl.replace(/^\/storage\/v1/, '') });
}
