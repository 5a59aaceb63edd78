/** Asks Lite something about storage, as the person whose request this is. */
export type Ask = (path: string, body: object) => Promise<Response>;

interface Stored {
  name: string;
  id: string | null;
}

interface ListWanted {
  prefix?: string;
  limit?: number;
  offset?: number;
  search?: string;
  sortBy?: { column?: string; order?: string };
}

/** `list` and `createSignedUrls` of supabase-js's storage client. Null for every other call. */
export async function answerForMany(
  request: Request,
  url: URL,
  ask: Ask,
): Promise<Response | null> {
  const [, what, bucket] = /^\/storage\/v1\/object\/(sign|list)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (request.method !== 'POST' || bucket === undefined) return null;
  const body: unknown = await request.json().catch(() => ({}));
  return what === 'sign'
    ? signMany(bucket, body as { expiresIn: number; paths: string[] }, ask)
    : list(url.pathname, body as ListWanted, ask);
}

/** Cure for Supabase Lite 0.10.0: it takes the address for several files for that of one without a name, and finds nothing. */
async function signMany(
  bucket: string,
  { expiresIn, paths }: { expiresIn: number; paths: string[] },
  ask: Ask,
): Promise<Response> {
  const answers = paths.map(async (path) => {
    const answer = await ask(`/storage/v1/object/sign/${bucket}/${encodeURI(path)}`, { expiresIn });
    if (!answer.ok) {
      const error = 'Either the object does not exist or you do not have access to it';
      return { path, error, signedURL: null };
    }
    const { signedUrl = '' } = (await answer.json()) as { signedUrl?: string };
    return { path, error: null, signedURL: signedUrl.replace(/^\/storage\/v1/, '') };
  });
  return Response.json(await Promise.all(answers));
}

/** Cure for Supabase Lite 0.10.0: it lists whole names, however deep; hosted projects list one folder, and its folders by name. */
async function list(path: string, wanted: ListWanted, ask: Ask): Promise<Response> {
  const prefix = wanted.prefix ? `${wanted.prefix.replace(/\/+$/, '')}/` : '';
  const answer = await ask(path, { prefix });
  if (!answer.ok) return answer;
  const files = (await answer.json()) as Stored[];
  const entries = new Map<string, Stored>();
  for (const file of files) {
    const name = file.name.slice(prefix.length);
    const [first = name, ...deeper] = name.split('/');
    const folder = { name: first, id: null, updated_at: null, created_at: null, metadata: null };
    entries.set(first, deeper.length > 0 ? folder : { ...file, name: first });
  }
  const search = wanted.search?.toLowerCase() ?? '';
  const column = wanted.sortBy?.column ?? 'name';
  const sign = wanted.sortBy?.order === 'desc' ? -1 : 1;
  const sorted = [...entries.values()]
    .filter((entry) => entry.name.toLowerCase().includes(search))
    .sort((one, other) => sign * keyOf(one, column).localeCompare(keyOf(other, column)));
  const offset = wanted.offset ?? 0;
  return Response.json(sorted.slice(offset, offset + (wanted.limit ?? 100)));
}

function keyOf(entry: Stored, column: string): string {
  const value: unknown = Reflect.get(entry, column);
  return typeof value === 'string' ? value : '';
}
