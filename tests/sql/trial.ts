import type { Tx } from './actors.ts';

export interface People {
  a: string;
  b: string;
  administrator: string;
  otherAdministrator: string;
  product: string;
  category: string;
  order: string;
}

/** Neither driver nor PostgREST takes a plain list for JSON. */
export interface Json {
  toJSON(): unknown;
}

export type Values = Record<string, string | number | boolean | readonly string[] | Json | null>;

/** A row to put in, or the key of one that is there by now. */
type Made = Values | string;

export interface Trial {
  /** Name of the key column; by default `id`. */
  key?: string;
  /** A row for this person, or for anybody. */
  row?: (tx: Tx, user: string, people: People) => Made | Promise<Made>;
  /** Two rows that are there already. */
  rows?: (people: People) => [string, string];
  /** A row that somebody would put in. Left out where nobody may put in any column, as the test of grants says, nor is the key counted by itself. */
  insert?: (people: People) => Values;
  /** Left out where nobody may change any column. */
  update?: Values;
}
