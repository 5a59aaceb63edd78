import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False during server rendering, true after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
