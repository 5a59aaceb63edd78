import { useSyncExternalStore } from 'react';

/** As in the style sheets of tables. */
const narrow = '(max-width: 759px)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(narrow);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the page is as narrow as a phone. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  );
