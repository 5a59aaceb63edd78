import type { ProjectAccess } from '../project.ts';

/** The addresses and keys of a deployed shop. */
export interface Deployment extends ProjectAccess {
  siteUrl: string;
  siteSecret: string;
  /** For checks as a visitor. */
  anonKey: string;
}

export interface Finding {
  name: string;
  state: 'ok' | 'note' | 'wrong';
  /** What was found and, for `wrong`, how to fix it. */
  message: string;
}

export type Outcome = string | { note: string } | { wrong: string };
export type Check = (it: Deployment) => Promise<Outcome>;
