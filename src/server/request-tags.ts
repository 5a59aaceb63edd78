import { AsyncLocalStorage } from 'node:async_hooks';

/** A choice by chance; pages with one are made anew now and then. */
export const randomTag = 'random';

/** What a page that is being rendered has read so far; a change of any of it makes the page old. */
export interface PageReads {
  readonly tags: Set<string>;
  /** The request that it is rendered for, as the log names it. */
  readonly requestId: string;
  /** Something could not be read: the page must not be kept. */
  incomplete: boolean;
}

const store = new AsyncLocalStorage<PageReads>();

export function collectReads<T>(reads: PageReads, render: () => T): T {
  return store.run(reads, render);
}

export function noteTags(...tags: readonly string[]): void {
  const reads = store.getStore();
  for (const tag of tags) reads?.tags.add(tag);
}

/** The id of the request that a page is rendered for; empty where there is none. */
export function renderingFor(): string {
  return store.getStore()?.requestId ?? '';
}

export function noteIncomplete(): void {
  const reads = store.getStore();
  if (reads) reads.incomplete = true;
}

/** Whether all that this page asked for so far could be read. */
export function isComplete(): boolean {
  return store.getStore()?.incomplete !== true;
}
