import type { IncomingMessage, ServerResponse } from 'node:http';
import { pictureWidths } from '../ui/picture-url.ts';
import type { SiteEnvironment } from './environment.ts';
import { log, reasonOf } from './log.ts';
import { PictureFiles, UnreadablePicture } from './picture-files.ts';
import { refuse } from './replies.ts';
import type { Service } from './service.ts';

const address = /^\/images\/(\d{1,5})\/([\w./~()%-]{1,400})(?:\?|$)/;
const widths: readonly number[] = pictureWidths;
const year = 'public, max-age=31536000, immutable';

/** `/images/<width>/<path in the bucket, or house/ and a name>` in the form that is smallest for who asks. */
export function createPictures(environment: SiteEnvironment): Service {
  const files = new PictureFiles(environment);

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    width: number,
  ) => {
    try {
      const takesAvif = request.headers.accept?.includes('image/avif') ?? false;
      const picture = await files.find(path, width, takesAvif);
      if (!picture) return refuse(response, 404, 'not_found', 'There is no such picture.');
      response.writeHead(200, {
        'content-type': `image/${picture.form}`,
        'content-length': picture.bytes.length,
        'cache-control': year,
        vary: 'Accept',
      });
      response.end(request.method === 'HEAD' ? undefined : picture.bytes);
    } catch (error) {
      const isUnreadable = error instanceof UnreadablePicture;
      log(isUnreadable ? 'warn' : 'error', 'picture', { path, reason: reasonOf(error) });
      if (isUnreadable) {
        return refuse(response, 404, 'unreadable_picture', 'This picture is damaged.');
      }
      refuse(response, 503, 'unavailable', 'This picture cannot be shown right now.');
    }
  };

  return (request, response) => {
    if (!request.url?.startsWith('/images/')) return false;
    const match = address.exec(request.url);
    const width = Number(match?.[1]);
    const path = decode(match?.[2] ?? '');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'method_not_allowed', 'Use GET');
    } else if (!path || !widths.includes(width) || path.split('/').some((it) => /^\.*$/.test(it))) {
      refuse(response, 404, 'not_found', 'There is no such picture.');
    } else void answer(request, response, path, width);
    return true;
  };
}

function decode(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    // No name in the bucket has control characters, and what stands behind it fails at some.
    return /\p{Cc}/u.test(plain) ? '' : plain;
  } catch {
    return '';
  }
}
