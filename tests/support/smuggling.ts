/** A marker in the data that a smuggled request would write. */
export const smuggled = 'smuggled';

export const methods = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'TRACE'];

/** A complete request, and the beginning of one that would absorb the next request. */
const hidden = (length: number) =>
  'POST /api/v1/contact/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${length}\r\n\r\n{"firstname":"${smuggled}","lastname":"x","email":"x@example.com","message":"`;
const whole = `${hidden(`{"firstname":"${smuggled}","lastname":"x","email":"x@example.com","message":"x"}`.length)}x"}`;
const open = hidden(2000);

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunks = (text: string) => `${chunk(text)}0\r\n\r\n`;

export interface Framing {
  readonly name: string;
  /** The bytes after the `Host` header. */
  readonly bytes: string;
  /** `refused`: 400 and the connection closes. `any`: a valid request with a body. */
  readonly verdict: 'refused' | 'any';
}

const refused = (name: string, bytes: string): Framing => ({ name, bytes, verdict: 'refused' });
const any = (name: string, bytes: string): Framing => ({ name, bytes, verdict: 'any' });

const te = 'Transfer-Encoding: chunked';
const cl = (text: string | number) => `Content-Length: ${text}`;

/** Valid, ambiguous and invalid framings of a body, each with a smuggled request. */
export const framings: readonly Framing[] = [
  any('one chunk', `${te}\r\n\r\n${chunks(whole)}`),
  any('one chunk that would swallow', `${te}\r\n\r\n${chunks(open)}`),
  any('a chunk that would be half a method', `${te}\r\n\r\n${chunks('XYZ')}`),
  any('several chunks', `${te}\r\n\r\n${chunk(open.slice(0, 40))}${chunks(open.slice(40))}`),
  any('a trailer', `${te}\r\n\r\n${chunk(open)}0\r\nContent-Length: 5\r\n\r\n`),
  any('a length', `${cl(open.length)}\r\n\r\n${open}`),
  any(
    'a length named hop-by-hop',
    `Connection: content-length\r\n${cl(open.length)}\r\n\r\n${open}`,
  ),
  any('an expectation', `Expect: 100-continue\r\n${cl(whole.length)}\r\n\r\n${whole}`),
  refused('chunks and a length', `${te}\r\n${cl(5)}\r\n\r\n${chunks(open)}`),
  refused('a length and chunks', `${cl(5)}\r\n${te}\r\n\r\n${chunks(open)}`),
  refused('two lengths', `${cl(5)}\r\n${cl(open.length)}\r\n\r\n${open}`),
  refused('one length twice', `${cl(open.length)}\r\n${cl(open.length)}\r\n\r\n${open}`),
  refused('a list of lengths', `${cl('5, 5')}\r\n\r\n${open}`),
  refused('a signed length', `${cl('+5')}\r\n\r\n${open}`),
  refused('a negative length', `${cl('-1')}\r\n\r\n${open}`),
  refused('a length in hex', `${cl('0x5')}\r\n\r\n${open}`),
  refused('a length with letters', `${cl('5a')}\r\n\r\n${open}`),
  refused('a length past 64 bits', `${cl('18446744073709551621')}\r\n\r\n${open}`),
  refused('a space before the colon', `Transfer-Encoding : chunked\r\n\r\n${chunks(open)}`),
  refused('an unknown coding', `Transfer-Encoding: xchunked\r\n\r\n${chunks(open)}`),
  refused(
    'chunked that is not last',
    `Transfer-Encoding: chunked, identity\r\n\r\n${chunks(open)}`,
  ),
  refused('chunked twice', `Transfer-Encoding: chunked, chunked\r\n\r\n${chunks(open)}`),
  refused('two codings', `Transfer-Encoding: gzip, chunked\r\n\r\n${chunks(open)}`),
  refused('two headers of codings', `${te}\r\nTransfer-Encoding: identity\r\n\r\n${chunks(open)}`),
  refused('a control character', `Transfer-Encoding: \x0bchunked\r\n\r\n${chunks(open)}`),
  refused('a folded header', `Transfer-Encoding:\r\n chunked\r\n${cl(5)}\r\n\r\n${chunks(open)}`),
  refused('a bare line feed', `X: y\n${te}\r\n${cl(5)}\r\n\r\n${chunks(open)}`),
  refused('a bare carriage return', `X: y\r${te}\r\n\r\n${chunks(open)}`),
  refused('a zero byte', `X: \0\r\n${te}\r\n\r\n${chunks(open)}`),
];
