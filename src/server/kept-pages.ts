import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeptPage } from './page-cache.ts';
import { requestIdOf } from './request-id.ts';
import type { Seen } from './seen.ts';

type Coding = keyof KeptPage['bodies'];

/** Header names and values in turn, as `writeHead` takes them without looking at each. */
export type FlatHeaders = readonly string[];

/** What browsers write is nearly always one of a few texts. */
const codings = new Map<string, Coding>();

function codingFor(request: IncomingMessage): Coding {
  const accepted = request.headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'raw';
  const known = codings.get(accepted);
  if (known) return known;
  const takes = (name: string) =>
    accepted.split(',').some((it) => {
      const [coding, q] = it.trim().split(/\s*;\s*q=/);
      return coding === name && Number(q ?? 1) !== 0;
    });
  const coding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'raw';
  if (codings.size < 100) codings.set(accepted, coding);
  return coding;
}

interface Prepared {
  /** The ETag without the mark of a weak one, since a comparison leaves that out. */
  readonly opaque: string;
  readonly unchanged: FlatHeaders;
  readonly whole: FlatHeaders;
}

/** The same behind headers that all answers bear, so that nothing is put together for each request. */
interface Complete {
  readonly common: FlatHeaders;
  readonly unchanged: FlatHeaders;
  readonly whole: FlatHeaders;
}

/** The headers of each kept page, made at its first request. */
const prepared = new WeakMap<KeptPage, Partial<Record<Coding, Prepared>>>();
const completed = new WeakMap<Prepared, Complete>();

function prepare(page: KeptPage, coding: Coding): Prepared {
  let forms = prepared.get(page);
  if (!forms) prepared.set(page, (forms = {}));
  const known = forms[coding];
  if (known) return known;
  const body = page.bodies[coding];
  const opaque = `"${page.etag}-${coding}"`;
  // Weak: the bytes of a coding change when it is squeezed anew, what they say does not, and no reader asks again for that.
  const etag = `W/${opaque}`;
  // Browsers ask each time, and mostly hear that nothing changed.
  const about = { ...page.headers, etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' };
  const unchanged = Object.entries(about).flat();
  const whole = [
    ...unchanged,
    ...(coding === 'raw' ? [] : ['content-encoding', coding]),
    ...['content-length', String(body.length)],
  ];
  return (forms[coding] = { opaque, unchanged, whole });
}

function complete(forms: Prepared, common: FlatHeaders): Complete {
  const known = completed.get(forms);
  if (known?.common === common) return known;
  const made = {
    common,
    unchanged: [...common, ...forms.unchanged],
    whole: [...common, ...forms.whole],
  };
  completed.set(forms, made);
  return made;
}

/**
 * Sends a kept page in the coding that was asked for, or says that nothing changed. With `common`, headers that were not
 * set yet and that come in the same array each time, it goes out by the quickest way, with the request's id.
 */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  page: KeptPage,
  seen: Seen,
  common?: FlatHeaders,
): void {
  const mark = seen.markFor(request, page.readAt);
  const coding = codingFor(request);
  const forms = prepare(page, coding);
  const sent = request.headers['if-none-match'];
  const same =
    sent?.split(',').some((it) => it.trim().replace(/^W\//, '') === forms.opaque) ?? false;
  const status = same ? 304 : 200;
  const { unchanged, whole } = common ? complete(forms, common) : forms;
  const headers = same ? unchanged : whole;
  if (common) {
    const own = ['x-request-id', requestIdOf(request)];
    if (mark) own.push('set-cookie', mark);
    response.writeHead(status, headers.concat(own));
  } else {
    if (mark) response.appendHeader('set-cookie', mark);
    response.writeHead(status, inObject(headers));
  }
  response.end(same || request.method === 'HEAD' ? undefined : page.bodies[coding]);
}

/** What wraps a response on its way out may know no other form. */
function inObject(headers: FlatHeaders): Record<string, string> {
  const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1] ?? '']] : []));
  return Object.fromEntries(pairs) as Record<string, string>;
}
