import { useState } from 'react';
import type { Failure } from '../../api/client.ts';

/**
 * The version that a form began with, whatever is loaded meanwhile, so that the API can tell that somebody else saved. `settled`
 * takes the outcome of a save: after a success or a conflict, what is loaded next is the version.
 */
export function useEditedVersion<Version>(loaded: Version) {
  const [version, setVersion] = useState(loaded);
  const [outdated, setOutdated] = useState<{ readonly loaded: Version } | null>(null);
  if (outdated && outdated.loaded !== loaded) {
    setVersion(loaded);
    setOutdated(null);
  }
  function settled(outcome: { readonly ok: true } | Failure): void {
    if (outcome.ok || outcome.status === 409) setOutdated({ loaded });
  }
  return { version, settled } as const;
}
