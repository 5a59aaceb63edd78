/** The most that a page may fetch, in bytes as they come over the wire (brotli). */
export interface Budget {
  /** Script before the load event; islands wake after it. */
  readonly scriptAtLoad: number;
  /** Script once everything has hydrated. */
  readonly scriptAwake: number;
  readonly style: number;
  readonly font: number;
}

/** Two faces of English letters and signs. */
const font = 30_000;

export const budgets: Readonly<
  Record<'home' | 'shop' | 'category' | 'product' | 'about' | 'terms', Budget>
> = {
  home: { scriptAtLoad: 8000, scriptAwake: 90_000, style: 8000, font },
  shop: { scriptAtLoad: 8300, scriptAwake: 8300, style: 8000, font },
  category: { scriptAtLoad: 8300, scriptAwake: 8300, style: 8000, font },
  // Its description may have headings, lists and tables.
  product: { scriptAtLoad: 8000, scriptAwake: 80_000, style: 8300, font },
  about: { scriptAtLoad: 8000, scriptAwake: 8000, style: 8000, font },
  terms: { scriptAtLoad: 8000, scriptAwake: 8000, style: 8000, font },
};

/** The most script of a screen of the back office once it has hydrated, in bytes as above. */
export const officeScript = 145_000;
