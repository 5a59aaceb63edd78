import type { Failure } from '../api/client.ts';

/** What could not be loaded, and the way to try again. */
export function LoadFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <div className="empty">
      <p>{failure.message}</p>
      <button type="button" className="button button--quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
