import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { squeezeSoon, Squeezer, type Bodies } from './squeezing.ts';

/** A page as it is sent, in every coding that browsers ask for. */
export interface KeptPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bodies: Bodies;
  /** A change of any of these makes it old. */
  readonly tags: ReadonlySet<string>;
  /** The database's time when all of it had been read. */
  readonly readAt: number;
}

/** Makes what was rendered or answered ready to be sent, and sent again. */
export async function toKept(
  { headers, body }: Pick<KeptPage, 'headers'> & { readonly body: Buffer },
  tags: readonly string[],
  readAt: number,
): Promise<KeptPage> {
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { headers, etag, tags: new Set(tags), readAt, bodies: await squeezeSoon(body) };
}

/** What rendering gave: `page` to keep, or, where it must not be kept, only something to send. */
export interface Rendered<Sent> {
  readonly page: KeptPage | null;
  readonly sent: Sent;
}

export const everything = 'everything';

const standardBudget = 128 * 1024 * 1024;
/** Times such as “2 days ago” in a page should not grow old with it. */
const longest = 10 * 60_000;
/** Bytes beyond which a body is not squeezed again: that would hold up the others for seconds. No page comes near, whole lists of the API do. */
const mostSqueezed = 512 * 1024;

/**
 * Pages by address, until something that they were made of changes. A page that was being rendered while a change of its
 * parts came in is not kept, and nobody who asked after the change gets it.
 */
export class PageCache<Sent> {
  readonly #pages: LRUCache<string, KeptPage>;
  readonly #rendering = new Map<string, Promise<Rendered<Sent>>>();
  readonly #squeezer: Squeezer;
  /** Those that are as small as they get, or wait for it. */
  readonly #squeezed = new WeakSet<KeptPage>();
  /** How requests for pages were answered. */
  readonly counts = { kept: 0, shared: 0, rendered: 0 };
  #generation = 0;
  /** Renderings that run, those that a purge took out of `#rendering` among them. */
  #underWay = 0;
  /** What was purged while something was being rendered: the generation after it, and the tags. */
  #purges: { readonly generation: number; readonly tags: ReadonlySet<string> }[] = [];

  /** `budget` is what all bodies together may take, in bytes; caches of one process share their squeezer. */
  constructor(squeezer = new Squeezer(), budget = standardBudget) {
    this.#squeezer = squeezer;
    this.#pages = new LRUCache({
      maxSize: budget,
      ttl: longest,
      // To look at the clock once a second is enough.
      ttlResolution: 1000,
      sizeCalculation: ({ bodies: { raw, gzip, br } }) =>
        raw.length + gzip.length + br.length + 1024,
    });
  }

  /** Pages that are kept, and their bytes in all codings. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#pages.size, bytes: this.#pages.calculatedSize };
  }

  get(key: string): KeptPage | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    this.counts.kept += 1;
    const isSmall = kept.bodies.raw.length <= mostSqueezed;
    if (isSmall && !this.#squeezed.has(kept)) this.#squeeze(key, kept);
    return kept;
  }

  /** The kept page, or what `render` gives; requests for one page at the same time share its rendering. */
  async getOrRender(
    key: string,
    render: () => Promise<Rendered<Sent>>,
  ): Promise<KeptPage | Rendered<Sent>> {
    const kept = this.get(key);
    if (kept) return kept;
    const running = this.#rendering.get(key);
    if (running) {
      this.counts.shared += 1;
      return running;
    }
    this.counts.rendered += 1;
    const begun = this.#generation;
    this.#underWay += 1;
    const rendering = render();
    this.#rendering.set(key, rendering);
    try {
      const rendered = await rendering;
      if (rendered.page && !this.#overtaken(rendered.page, begun)) {
        this.#pages.set(key, rendered.page);
      }
      return rendered;
    } finally {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#purges = [];
    }
  }

  purge(tags: ReadonlySet<string>): void {
    if (tags.size === 0) return;
    this.#generation += 1;
    if (this.#underWay > 0) this.#purges.push({ generation: this.#generation, tags });
    // Who asks from now on must not be given what was begun before the change.
    this.#rendering.clear();
    for (const [key, page] of this.#pages.entries()) {
      if (concerns(tags, page)) this.#pages.delete(key);
    }
  }

  /** Who asks from then on gets the smaller form, unless a purge or another page was quicker. */
  #squeeze(key: string, page: KeptPage): void {
    // By its mark alone: what is purged, or gives way, while it waits must not stay in memory.
    const { etag } = page;
    const kept = (): KeptPage | undefined => {
      const now = this.#pages.peek(key);
      return now?.etag === etag ? now : undefined;
    };
    const begun = this.#squeezer.squeeze(
      () => kept()?.bodies,
      (bodies) => {
        const now = kept();
        if (!now) return;
        const smaller = { ...now, bodies };
        this.#squeezed.add(smaller);
        this.#pages.set(key, smaller, { noUpdateTTL: true });
      },
    );
    if (begun) this.#squeezed.add(page);
  }

  #overtaken(page: KeptPage, begun: number): boolean {
    return this.#purges.some((it) => it.generation > begun && concerns(it.tags, page));
  }
}

function concerns(tags: ReadonlySet<string>, page: KeptPage): boolean {
  return tags.has(everything) || !tags.isDisjointFrom(page.tags);
}
