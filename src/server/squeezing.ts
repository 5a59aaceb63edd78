import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { log, reasonOf } from './log.ts';

/** A body in every coding that browsers ask for. */
export interface Bodies {
  readonly raw: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

async function brotli(raw: Buffer, quality: number): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 };
  return promisify(brotliCompress)(raw, { params });
}

/** All codings of a body for who asks first: one or two milliseconds for a page. */
export async function squeezeSoon(raw: Buffer): Promise<Bodies> {
  return { raw, gzip: await promisify(gzip)(raw), br: await brotli(raw, 5) };
}

/** As small as is worth it: a page that fits into the first flight of a connection comes a round trip earlier. */
export const squeezeWell = (raw: Buffer): Promise<Buffer> => brotli(raw, 10);

/** More would be asked for again before their turn comes. */
const mostWaiting = 200;

/** Squeezes well what is asked for again. That takes twenty times as long, so one body at a time: other threads stay free. */
export class Squeezer {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `done` gets the bodies that `wanted` names when their turn comes, if any; false where too many wait already. */
  squeeze(wanted: () => Bodies | undefined, done: (bodies: Bodies) => void): boolean {
    if (this.#waiting >= mostWaiting) return false;
    this.#waiting += 1;
    this.#last = this.#last
      .then(async () => {
        this.#waiting -= 1;
        const bodies = wanted();
        if (bodies) done({ ...bodies, br: await squeezeWell(bodies.raw) });
      })
      .catch((error: unknown) => log('error', 'squeeze', { reason: reasonOf(error) }));
    return true;
  }
}
