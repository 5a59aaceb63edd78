import type { Failure } from '../api/client.ts';
import { revalidate } from '../api/query.ts';
import { Button } from '../ui/Button.tsx';

/** A load failure with a retry button. */
export function LoadFailure({ failure, path }: { failure: Failure; path: string }) {
  return (
    <div className="empty" role="alert">
      <p>{failure.message}</p>
      <Button look="quiet" onClick={() => revalidate(path)}>
        Try again
      </Button>
    </div>
  );
}
