import { watch } from 'node:fs';

/** Calls `restart` when a function's source has changed, once for a burst of changes. */
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
