/** Calls Lite's storage API with the caller's token. */
export type CallLite = (path: string, body: object) => Promise<Response>;

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

/** `list` and `createSignedUrls` of supabase-js's storage client. Null for every other call. */
export async function handleListOrSign(
  request: Request,
  url: URL,
  callLite: CallLite,
): Promise<Response | null> {
  const [, action, bucket] =
    /^\/storage\/v1\/object\/(sign|list)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (request.method !== 'POST' || bucket === undefined) return null;
  const body: unknown = await request.json().catch(() => ({}));
  return action === 'sign'
    ? signMany(bucket, body as { expiresIn: number; paths: string[] }, callLite)
    : list(url.pathname, body as ListOptions, callLite);
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

function keyOf(entry: Stored, column: string): string {
  const value: unknown = Reflect.get(entry, column);
  return typeof value === 'string' ? value : '';
}
