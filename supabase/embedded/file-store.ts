import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface StoredMetadata {
  mimetype: string;
  cacheControl: string;
}

/**
 * Lite's storage adapter for a local folder. Workaround for Supabase Lite 0.10.0, which does not export its own; that one
 * also loses the content type.
 */
export class FileStore {
  readonly driver = null;
  readonly #directory: string;
  readonly #readMetadata: (bucket: string, key: string) => Promise<StoredMetadata | null>;

  /** @param readMetadata reads the metadata of an upload, from storage.objects */
  constructor(
    directory: string,
    readMetadata: (bucket: string, key: string) => Promise<StoredMetadata | null>,
  ) {
    this.#directory = resolve(directory);
    this.#readMetadata = readMetadata;
  }

  async getObject(bucket: string, key: string) {
    const path = this.#path(bucket, key);
    const [body, described, stored] = await Promise.all([
      readFile(path),
      this.#describe(path),
      this.#readMetadata(bucket, key),
    ]);
    return { body, metadata: { ...described, ...stored }, httpStatusCode: 200 };
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: unknown,
    contentType: string,
    cacheControl: string,
  ) {
    const path = this.#path(bucket, key);
    await mkdir(dirname(path), { recursive: true });
    // Written to a temporary file first: readers never see an incomplete one.
    const temporary = `${path}.${process.hrtime.bigint()}.part`;
    await writeFile(temporary, await toBytes(body));
    await rename(temporary, path);
    return { ...(await this.#describe(path)), mimetype: contentType, cacheControl };
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.#path(bucket, key), { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  async copyObject(
    fromBucket: string,
    from: string,
    _version: string | undefined,
    toBucket: string,
    to: string,
  ) {
    const target = this.#path(toBucket, to);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(this.#path(fromBucket, from), target);
    const { httpStatusCode, eTag, lastModified } = await this.#describe(target);
    return { httpStatusCode, eTag, lastModified };
  }

  headObject(bucket: string, key: string) {
    return this.#describe(this.#path(bucket, key));
  }

  privateAssetUrl(bucket: string, key: string): Promise<string> {
    return Promise.resolve(pathToFileURL(this.#path(bucket, key)).href);
  }

  async #describe(path: string) {
    const { size, mtime, mtimeMs } = await stat(path);
    const eTag = `"${createHash('sha1').update(`${size}-${mtimeMs}`).digest('hex').slice(0, 20)}"`;
    return {
      cacheControl: 'no-cache',
      contentLength: size,
      size,
      mimetype: 'application/octet-stream',
      lastModified: mtime,
      eTag,
      httpStatusCode: 200,
    };
  }

  /** @throws if the path would be outside the bucket's folder. */
  #path(bucket: string, key: string): string {
    const root = join(this.#directory, bucket);
    const path = resolve(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`Invalid object key: ${key}`);
    return path;
  }
}

async function toBytes(body: unknown): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array>).arrayBuffer());
}
