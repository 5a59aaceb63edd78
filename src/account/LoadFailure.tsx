import type { Failure } from '../api/client.ts';
import { revalidate } from '../api/query.ts';
import { Button } from '../ui/Button.tsx';

/** What could not be loaded, and the way to try again. */
export function LoadFailure({ failure, path }: { failure: Failure; path: string }) {
  return (
    <div className="empty">
      <p>{failure.message}</p>
      <Button look="quiet" onClick={() => revalidate(path)}>
        Try again
      </Button>
    </div>
  );
}
