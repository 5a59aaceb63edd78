import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A raw TCP connection, for malformed requests that no HTTP client sends. */
export class RawConnection {
  readonly socket: Socket;
  #received = '';
  #closed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk: Buffer) => (this.#received += chunk.toString('latin1')));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.#closed = true));
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  write(...parts: (string | Buffer)[]): this {
    for (const part of parts) this.socket.write(part);
    return this;
  }

  /** The next complete response; null if the connection closes or `ms` pass before. */
  async answer(ms = 5000, method = 'GET'): Promise<RawAnswer | null> {
    const end = Date.now() + ms;
    for (;;) {
      const found = this.#takeAnswer(method);
      if (found || this.#closed || Date.now() > end) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Whether the other side closes the connection within `ms`. */
  async closes(ms = 5000): Promise<boolean> {
    const end = Date.now() + ms;
    while (!this.#closed && Date.now() < end) await new Promise((done) => setTimeout(done, 5));
    return this.#closed;
  }

  leave(): void {
    this.socket.destroy();
  }

  #takeAnswer(method: string): RawAnswer | null {
    const at = this.#received.indexOf('\r\n\r\n');
    if (at < 0) return null;
    const head = this.#received.slice(0, at);
    const rest = this.#received.slice(at + 4);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
    if (status === 100) {
      this.#received = rest;
      return this.#takeAnswer(method);
    }
    const body = method === 'HEAD' ? none : bodyOf(head, rest, this.#closed);
    if (!body) return null;
    this.#received = rest.slice(body.length);
    return { status, head, body: body.text };
  }
}

const none = { length: 0, text: '' };

/** Null while it is incomplete. */
function bodyOf(
  head: string,
  rest: string,
  closed: boolean,
): { length: number; text: string } | null {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    if (rest.length < Number(length)) return null;
    return { length: Number(length), text: rest.slice(0, Number(length)) };
  }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const end = rest.indexOf('\r\n0\r\n\r\n');
    const whole = rest.startsWith('0\r\n\r\n') ? 5 : end < 0 ? 0 : end + 7;
    return whole ? { length: whole, text: rest.slice(0, whole) } : null;
  }
  // Without either the body ends with the connection; 204 and 304 have none.
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return none;
  return closed ? { length: rest.length, text: rest } : null;
}
