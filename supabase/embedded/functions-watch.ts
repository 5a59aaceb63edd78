import { watch } from 'node:fs';

/** Calls `restart` when a source of the functions changes, once for several changes in a row. */
export function watchFunctions(
  folders: readonly string[],
  restart: () => Promise<void>,
): () => void {
  let pending: NodeJS.Timeout | undefined;
  const restartSoon = () => {
    clearTimeout(pending);
    pending = setTimeout(() => void restart(), 150);
  };
  const watchers = folders.map((it) => watch(it, { recursive: true }, restartSoon));
  return () => {
    clearTimeout(pending);
    for (const it of watchers) it.close();
  };
}
