import { createGunzip, createGzip } from 'node:zlib';
import { Readable, pipeline } from 'node:stream';

/** A long text that is made once, is kept compressed, and can be read by many while it is still being made. */
export class SharedStream {
  readonly #chunks: Buffer[] = [];
  #grown: PromiseWithResolvers<undefined> = Promise.withResolvers();
  #state: 'growing' | 'whole' | Error = 'growing';
  /** Settles when all of it is there, or nothing more will come. */
  readonly end: Promise<'whole' | Error>;

  constructor(parts: AsyncIterable<string>) {
    this.end = this.#keep(parts);
  }

  async #keep(parts: AsyncIterable<string>): Promise<'whole' | Error> {
    const source = Readable.from(parts);
    const compressed = createGzip();
    // Its error is that of the loop.
    pipeline(source, compressed, () => undefined);
    try {
      for await (const chunk of compressed) {
        this.#chunks.push(chunk as Buffer);
        this.#tell();
      }
      this.#state = 'whole';
    } catch (error) {
      this.#state = error instanceof Error ? error : new Error(String(error));
    }
    this.#tell();
    return this.#state;
  }

  #tell(): void {
    this.#grown.resolve(undefined);
    this.#grown = Promise.withResolvers();
  }

  async *#read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; at += 1) {
      while (at >= this.#chunks.length) {
        if (this.#state === 'whole') return;
        if (this.#state !== 'growing') throw this.#state;
        await this.#grown.promise;
      }
      const chunk = this.#chunks[at];
      if (chunk) yield chunk;
    }
  }

  /** As gzip, or as it was. Breaks off where it could not be made to its end. */
  read(asGzip: boolean): Readable {
    const compressed = Readable.from(this.#read());
    return asGzip ? compressed : pipeline(compressed, createGunzip(), () => undefined);
  }
}
