import { watch } from 'node:fs';

/** Calls `restart` when the source of a function changes, once for several changes in a row. */
export function watchFunctions(folder: string, restart: () => Promise<void>): () => void {
  let pending: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(() => void restart(), 150);
  });
  return () => {
    clearTimeout(pending);
    watcher.close();
  };
}
