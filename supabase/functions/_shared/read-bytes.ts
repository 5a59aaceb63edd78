const megabyte = 1024 * 1024;

/** The error for a body of more than so many bytes. */
export const tooLargeText = (limit: number): string =>
  `The request body is too large: at most ${limit < megabyte ? `${limit / 1024} kB` : `${limit / megabyte} MB`}`;

/** The body of a request, or null if it exceeds the limit. Stops reading there, whatever `content-length` says. */
export async function readBytes(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
