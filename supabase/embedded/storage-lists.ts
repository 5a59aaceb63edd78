/** Calls Lite's storage API with the caller's token. */
export type CallLite = (
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<Response>;

interface Stored {
  name: string;
  id: string | null;
}

interface ListOptions {
  prefix?: string;
  limit?: number;
  offset?: number;
  search?: string;
  sortBy?: { column?: string; order?: string };
}

/** `list`, `listV2`, `createSignedUrls` and `copy` of supabase-js's storage client. Null for every other call. */
export async function handleListOrSign(
  request: Request,
  url: URL,
  callLite: CallLite,
): Promise<Response | null> {
  if (request.method === 'POST' && url.pathname === '/storage/v1/object/copy') {
    return copy(request, callLite);
  }
  const [, action, bucket] =
    /^\/storage\/v1\/object\/(sign|list|list-v2)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (request.method !== 'POST' || bucket === undefined) return null;
  const body: unknown = await request.json().catch(() => ({}));
  if (action === 'list-v2') return listPage(bucket, body as PageOptions, callLite);
  return action === 'sign'
    ? signMany(bucket, body as { expiresIn: number; paths: string[] }, callLite)
    : list(url.pathname, body as ListOptions, callLite);
}

/** Workaround for Supabase Lite 0.10.0, which does not name the bucket of the copy. */
async function copy(request: Request, callLite: CallLite): Promise<Response> {
  const body = (await request.json().catch(() => ({}))) as Record<string, string>;
  const upsert = request.headers.get('x-upsert') ?? 'false';
  const response = await callLite('/storage/v1/object/copy', body, { 'x-upsert': upsert });
  if (!response.ok) return response;
  const bucket = body['destinationBucket'] ?? body['bucketId'];
  return Response.json({ Key: `${bucket}/${body['destinationKey']}` });
}

/** Workaround for Supabase Lite 0.10.0, which treats the route for several files as that of one file without a name. */
async function signMany(
  bucket: string,
  { expiresIn, paths }: { expiresIn: number; paths: string[] },
  callLite: CallLite,
): Promise<Response> {
  const results = paths.map(async (path) => {
    const response = await callLite(`/storage/v1/object/sign/${bucket}/${encodeURI(path)}`, {
      expiresIn,
    });
    if (!response.ok) {
      const error = 'Either the object does not exist or you do not have access to it';
      return { path, error, signedURL: null };
    }
    const { signedUrl = '' } = (await response.json()) as { signedUrl?: string };
    return { path, error: null, signedURL: signedUrl.replace(/^\/storage\/v1/, '') };
  });
  return Response.json(await Promise.all(results));
}

/** Workaround for Supabase Lite 0.10.0, which lists full paths at any depth; hosted projects list one folder with its subfolders. */
async function list(path: string, options: ListOptions, callLite: CallLite): Promise<Response> {
  const prefix = options.prefix ? `${options.prefix.replace(/\/+$/, '')}/` : '';
  const response = await callLite(path, { prefix });
  if (!response.ok) return response;
  const files = (await response.json()) as Stored[];
  const entries = new Map<string, Stored>();
  for (const file of files) {
    const name = file.name.slice(prefix.length);
    const [first = name, ...deeper] = name.split('/');
    const folder = { name: first, id: null, updated_at: null, created_at: null, metadata: null };
    entries.set(first, deeper.length > 0 ? folder : { ...file, name: first });
  }
  const search = options.search?.toLowerCase() ?? '';
  const column = options.sortBy?.column ?? 'name';
  const sign = options.sortBy?.order === 'desc' ? -1 : 1;
  const sorted = [...entries.values()]
    .filter((entry) => entry.name.toLowerCase().includes(search))
    .sort((one, other) => sign * keyOf(one, column).localeCompare(keyOf(other, column)));
  const offset = options.offset ?? 0;
  return Response.json(sorted.slice(offset, offset + (options.limit ?? 100)));
}

interface PageOptions {
  prefix?: string;
  limit?: number;
  cursor?: string;
  with_delimiter?: boolean;
  sortBy?: { column?: string; order?: string };
}

/** Workaround for Supabase Lite 0.10.0, which has no list by pages; the cursor is the number of entries before it. */
async function listPage(
  bucket: string,
  { prefix = '', limit = 1000, cursor = '0', sortBy, ...options }: PageOptions,
  callLite: CallLite,
): Promise<Response> {
  const response = await callLite(`/storage/v1/object/list/${bucket}`, { prefix });
  if (!response.ok) return response;
  const files = (await response.json()) as Stored[];
  const entries = new Map<string, Stored>();
  for (const file of files) {
    const end = options.with_delimiter ? file.name.indexOf('/', prefix.length) : -1;
    const name = end < 0 ? file.name : file.name.slice(0, end + 1);
    entries.set(name, end < 0 ? file : { name, id: null });
  }
  const [column, sign] = [sortBy?.column ?? 'name', sortBy?.order === 'desc' ? -1 : 1];
  const sorted = [...entries.values()].sort(
    (one, other) => sign * keyOf(one, column).localeCompare(keyOf(other, column)),
  );
  const end = Number(cursor) + limit;
  const page = sorted.slice(Number(cursor), end);
  const folders = page.filter(({ id }) => id === null);
  return Response.json({
    hasNext: end < sorted.length,
    ...(end < sorted.length ? { nextCursor: String(end) } : {}),
    folders: folders.map(({ name }) => ({ name, key: name.replace(/\/$/, '') })),
    objects: page.filter(({ id }) => id !== null),
  });
}

function keyOf(entry: Stored, column: string): string {
  const value: unknown = Reflect.get(entry, column);
  return typeof value === 'string' ? value : '';
}
