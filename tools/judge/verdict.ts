import type { Browser } from 'playwright';
import type { DemoIds, DemoShop } from '../../scripts/demo-shop.ts';

/** Something that a judge objects to. */
export interface Finding {
  /** The judge's own name of the rule, or its words where it has none. */
  rule: string;
  /** A page, a place in the document, or a file and line. */
  where: string;
  /** What to read to mend it. */
  message: string;
}

export interface Verdict {
  /** What was looked at, such as "152 calls". */
  checked: string;
  findings: Finding[];
  /** The version that ran, where Debian, npm or a checkout decides it. */
  version?: string;
}

/** The shop that is judged, with the demo data. */
export interface JudgedShop extends DemoShop {
  ids: DemoIds;
  browser: Browser;
}

/** A tool of others. `run` throws if it could not judge. */
export interface Judge {
  name: string;
  /** The pinned version of its npm package; Debian's are those of the release. */
  version: string;
  run: (shop: JudgedShop) => Promise<Verdict>;
}
