import { Spinner } from '../../ui/Spinner.tsx';
import type { ListState } from './remote-list.ts';

interface ListNoticeProps {
  readonly list: Pick<ListState<unknown>, 'loading' | 'failed'>;
  readonly empty: string;
  readonly reload: () => Promise<void> | void;
  /** What could not be loaded, in one word. */
  readonly what?: string;
}

/** What stands where rows would: the spinner, or the empty text with a way on after a failure. */
export function ListNotice({ list, empty, reload, what = 'list' }: ListNoticeProps) {
  if (list.loading) return <Spinner />;
  return (
    <div className="list-notice">
      {(!list.failed || what === 'list') && <p>{empty}</p>}
      {list.failed && (
        <>
          <p className="hint" role="alert">
            The {what} could not be loaded.
          </p>
          <button type="button" className="button button--quiet" onClick={() => void reload()}>
            Load again
          </button>
        </>
      )}
    </div>
  );
}
