import http from 'node:http';
import https from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { limits } from '../../_shared/domain/limits.ts';

/** Why a picture could not be fetched. A final problem stays one however often it is tried. */
export class PictureProblem extends Error {
  readonly isFinal: boolean;

  constructor(message: string, isFinal = true) {
    super(message);
    this.isFinal = isFinal;
  }
}

const mostBytes = limits.images.megabytes * 1024 * 1024;
const [timeoutSeconds, mostRedirects] = [20, 3];

/** One request. The agents connect to public addresses only, whatever a name resolves to. */
function get(url: URL, allowIPAddressList: string[], signal: AbortSignal) {
  const isSecure = url.protocol === 'https:';
  const agent = isSecure
    ? new RequestFilteringHttpsAgent({ allowIPAddressList })
    : new RequestFilteringHttpAgent({ allowIPAddressList });
  const headers = { accept: 'image/*', 'user-agent': 'product-import' };
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    (isSecure ? https : http).get(url, { agent, headers, signal }, resolve).on('error', reject);
  });
}

function parse(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new PictureProblem('Not an address that begins with https://');
  if (url.username || url.password) throw new PictureProblem('The address contains a password');
  return url;
}

async function readAll(response: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new PictureProblem(`At most ${limits.images.megabytes} MB`);
  if (Number(response.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

async function follow(address: string, allowed: string[], signal: AbortSignal): Promise<File> {
  let url = parse(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await get(url, allowed, signal);
    try {
      const { statusCode: status = 0, headers } = response;
      if (status >= 300 && status < 400 && headers.location) {
        url = parse(headers.location, url);
        continue;
      }
      if (status !== 200)
        throw new PictureProblem(
          `The server answers ${status}`,
          status < 500 && status !== 408 && status !== 429,
        );
      if (/^(text\/|application\/(xhtml|json))/i.test(headers['content-type'] ?? ''))
        throw new PictureProblem(
          `Not a picture but ${headers['content-type']?.split(';')[0] ?? ''}`,
        );
      const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1).slice(0, 100);
      return new File([await readAll(response)], name || 'The picture');
    } finally {
      response.destroy();
    }
  }
  throw new PictureProblem(`More than ${mostRedirects} redirects`);
}

/** The file at an address that a product file names, at most as large as a picture may be. @throws PictureProblem */
export async function fetchPicture(address: string, allowed: readonly string[]): Promise<File> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    return await follow(address, [...allowed], signal);
  } catch (error) {
    if (error instanceof PictureProblem) throw error;
    if (signal.aborted)
      throw new PictureProblem(`Took longer than ${timeoutSeconds} seconds`, false);
    const reason = error instanceof Error ? error.message : '';
    if (reason.includes('is not allowed'))
      throw new PictureProblem('The address is within a private network');
    throw new PictureProblem('The server could not be reached', false);
  }
}
