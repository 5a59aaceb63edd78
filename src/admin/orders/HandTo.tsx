import { useStore } from '@nanostores/react';
import { administrators } from '../../api/admin-users.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { handOrders } from './orders.ts';

export const $administrators = query(administrators());

interface HandToProps {
  readonly ids: readonly string[];
  readonly label: string;
}

/** A button that asks who takes over orders. */
export function HandTo({ ids, label }: HandToProps) {
  return (
    <DialogButton look="link" label={label} title="Hand to">
      {(close) => (
        <Administrators onChoose={async (id) => (await handOrders(ids, id)) && close()} />
      )}
    </DialogButton>
  );
}

function Administrators({ onChoose }: { readonly onChoose: (id: string | null) => unknown }) {
  return (
    <Loading loaded={useStore($administrators)} path={administrators().path} what="administrators">
      {(found) => (
        <ul className="hand-to">
          {found.administrators.map(({ _id, firstname, email }) => (
            <li key={_id}>
              <Button look="quiet" onClick={() => onChoose(_id)}>
                {firstname} ({email})
              </Button>
            </li>
          ))}
          <li>
            <Button look="quiet" onClick={() => onChoose(null)}>
              Nobody
            </Button>
          </li>
        </ul>
      )}
    </Loading>
  );
}
