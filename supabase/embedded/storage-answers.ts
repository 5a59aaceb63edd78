interface Signed {
  signedUrl?: string;
}

/** supabase-js reads `signedURL`, and puts the storage address before it itself. */
export async function correctStorageAnswer(answer: Response, url: URL): Promise<Response> {
  if (!answer.ok || !/^\/storage\/v1\/object\/sign\//.test(url.pathname)) return answer;
  if (!answer.headers.get('content-type')?.includes('json')) return answer;
  const body = (await answer.json()) as Signed | Signed[];
  const corrected = Array.isArray(body) ? body.map(withHostedName) : withHostedName(body);
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(corrected), { status: answer.status, headers });
}

function withHostedName(signed: Signed): object {
  const { signedUrl, ...rest } = signed;
  if (signedUrl === undefined) return signed;
  return { ...rest, signedURL: signedUrl ? signedUrl.replace(/^\/storage\/v1/, '') : null };
}
