/**
 * `upload` of supabase-js's storage client sends a file as a form. Workaround for Supabase Lite 0.10.0, which accepts only raw
 * bytes.
 */
export async function readUpload(
  request: Request,
  headers: Headers,
  url: URL,
): Promise<ReadableStream | Blob | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const isUpload = /^\/storage\/v1\/object\/(?!sign|list|move|copy)/.test(url.pathname);
  const type = headers.get('content-type') ?? '';
  if (!isUpload || !type.startsWith('multipart/form-data')) return request.body;
  const form = await request.formData();
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) return request.body;
  headers.delete('content-length');
  headers.set('content-type', file.type || 'application/octet-stream');
  const cacheControl = form.get('cacheControl');
  if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`);
  const metadata = form.get('metadata');
  if (typeof metadata === 'string') {
    headers.set('x-metadata', Buffer.from(metadata).toString('base64'));
  }
  headers.set('content-length', String(file.size));
  return file;
}
