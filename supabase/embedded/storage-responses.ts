type Fields = Record<string, unknown>;

const withoutPrefix = (url: string): string => url.replace(/^\/storage\/v1/, '');
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `createSignedUrl` reads `signedURL` and prepends the storage URL. */
const signed = ({ signedUrl, ...rest }: Fields): Fields =>
  typeof signedUrl === 'string' ? { ...rest, signedURL: withoutPrefix(signedUrl) } : rest;

/** `createSignedUploadUrl` reads the token from `url`. */
const signedUpload = ({ signedUrl, ...rest }: Fields): Fields => ({
  ...rest,
  url: withoutPrefix(text(signedUrl)),
});

/** `info` tells the file's own metadata apart from what the uploader says of it. */
function info(stored: Fields): Fields {
  const file = stored['metadata'] as Fields;
  const { id, name, version, bucket_id, created_at } = stored;
  return {
    ...{ id, name, version, bucket_id, created_at },
    size: file['size'],
    content_type: file['mimetype'],
    cache_control: file['cacheControl'],
    etag: file['eTag'],
    last_modified: file['lastModified'],
    metadata: stored['user_metadata'] ?? {},
  };
}

const corrections: [RegExp, (fields: Fields) => Fields][] = [
  [/^POST \/storage\/v1\/object\/upload\/sign\//, signedUpload],
  [/^POST \/storage\/v1\/object\/sign\//, signed],
  [/^GET \/storage\/v1\/object\/info\//, info],
];

/** Answers of Supabase Lite 0.10.0 as the clients of a hosted project expect them. */
export async function correctStorageResponse(
  response: Response,
  { pathname }: URL,
  method: string,
): Promise<Response> {
  if (method === 'HEAD' || !response.headers.get('content-type')?.includes('json')) return response;
  const [, correct] = corrections.find(([call]) => call.test(`${method} ${pathname}`)) ?? [];
  if (response.ok) {
    return correct ? Response.json(correct((await response.json()) as Fields)) : response;
  }
  const error = (await response.json()) as Fields;
  const message = text(error['message'])
    .replace(/(?<= is not supported)\. Supported: .*/, '')
    .replace(/(?<=maximum allowed size) of \d+ bytes$/, '');
  // By this code `exists` tells a missing file from other errors.
  const code = message === 'Object not found' ? { code: 'NoSuchKey' } : {};
  return Response.json({ ...error, message, ...code }, { status: response.status });
}
