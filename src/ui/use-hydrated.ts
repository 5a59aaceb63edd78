import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the page as the server sent it, true once React has woken it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
