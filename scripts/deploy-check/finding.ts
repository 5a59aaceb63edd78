import type { ProjectAccess } from '../project.ts';

/** Everything that a deployed shop is made of, and how it is reached. */
export interface Deployment extends ProjectAccess {
  siteUrl: string;
  siteSecret: string;
  /** For what is tried as a visitor. */
  anonKey: string;
}

export interface Finding {
  what: string;
  state: 'ok' | 'note' | 'wrong';
  /** What was seen; where it is wrong, what to do. */
  said: string;
}

export type Said = string | { note: string } | { wrong: string };
export type Check = (it: Deployment) => Promise<Said>;
