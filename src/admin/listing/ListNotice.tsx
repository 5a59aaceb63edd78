import { messages } from '#shared/messages.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Button } from '../../ui/Button.tsx';

interface ListNoticeProps {
  readonly loading: boolean;
  readonly failed: boolean;
  readonly reload: () => void;
  readonly empty?: string;
  /** The noun for what could not be loaded. */
  readonly what?: string;
}

/** The placeholder for a record or rows: spinner, error with retry, or empty text. */
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
