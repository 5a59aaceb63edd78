import { readStored, textsOf, writeStored } from './stored.ts';

const key = 'hemline:seen';
/** How many are shown, beside the one that is being looked at. */
const most = 12;

/** Remembers a product as the last one that was looked at, and returns the ids of those before it, newest first. */
export function rememberSeen(id: string): readonly string[] {
  const others = textsOf(readStored(key)).filter((it) => it !== id);
  writeStored(key, [id, ...others].slice(0, most + 1));
  return others.slice(0, most);
}

export const clearSeen = (): boolean => writeStored(key, []);
