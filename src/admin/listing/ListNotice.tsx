import { messages } from '#shared/messages.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Button } from '../../ui/Button.tsx';

interface ListNoticeProps {
  readonly loading: boolean;
  readonly failed: boolean;
  readonly reload: () => void;
  readonly empty?: string;
  /** What could not be loaded, in one word. */
  readonly what?: string;
}

/** What stands where a record or rows would: the spinner, what failed with a way on, or the empty text. */
export function ListNotice({ loading, failed, empty, reload, what = 'list' }: ListNoticeProps) {
  if (loading) return <Spinner />;
  return (
    <div className="list-notice">
      {empty && (!failed || what === 'list') && <p>{empty}</p>}
      {failed && (
        <>
          <p className="hint" role="alert">
            {messages.loading.failed(what)}
          </p>
          <Button look="quiet" onClick={reload}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}
