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

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/**
 * `createBucket` and `updateBucket` may name a limit such as `20mb`, and null for what has none. Workaround for Supabase Lite
 * 0.10.0, which accepts only a number of bytes.
 */
export async function readBucket(
  request: Request,
  headers: Headers,
  { pathname }: URL,
): Promise<Blob | null> {
  if (!/^(POST|PUT)$/.test(request.method)) return null;
  if (!/^\/storage\/v1\/bucket(\/[^/]+)?$/.test(pathname)) return null;
  const sent: unknown = await request.json().catch(() => null);
  const bucket = Object.entries(sent ?? {}).flatMap(([name, value]: [string, unknown]) => {
    const [, count, unit = 'b'] =
      name === 'file_size_limit' ? (/^([\d.]+) ?([kmg]?b)?$/i.exec(String(value)) ?? []) : [];
    if (count === undefined) return value === null ? [] : [[name, value]];
    return [[name, Math.floor(Number(count) * (units[unit.toLowerCase()] ?? 1))]];
  });
  headers.delete('content-length');
  return new Blob([JSON.stringify(Object.fromEntries(bucket))]);
}
