/** supabase-js reads `signedURL`, and puts the storage address before it itself. */
export async function correctStorageAnswer(answer: Response, url: URL): Promise<Response> {
  if (!answer.ok || !/^\/storage\/v1\/object\/sign\//.test(url.pathname)) return answer;
  if (!answer.headers.get('content-type')?.includes('json')) return answer;
  const { signedUrl, ...rest } = (await answer.json()) as { signedUrl?: string };
  if (signedUrl === undefined) return Response.json(rest);
  return Response.json({ ...rest, signedURL: signedUrl.replace(/^\/storage\/v1/, '') });
}
