import { useRef, useState } from 'react';
import { addressMessages } from '#shared/address-messages.ts';
import { addressLines } from '#shared/domain/address.ts';
import type { SavedAddress } from '#shared/schemas/addresses.ts';
import { addresses, deleteAddress } from '../../api/addresses.ts';
import { query, revalidate, write } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import { AddressEditor } from './AddressEditor.tsx';
import style from './AddressBook.module.css';

const $addresses = query(addresses());

/** The addresses that a customer sends to, beside the own one of the profile. */
export function AddressBook() {
  const { body, failure } = useLoaded($addresses);
  const add = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<SavedAddress | 'new' | null>(null);
  const [removed, setRemoved] = useState<SavedAddress | null>(null);
  if (failure) return <LoadFailure failure={failure} path={addresses().path} />;
  if (!body) return <Spinner />;

  const remove = async ({ _id }: SavedAddress) => {
    const reply = await deleteAddress(_id);
    setRemoved(null);
    if (reply.ok) {
      write(addresses(), reply);
      toastSuccess(reply.message);
      // Its button is gone.
      add.current?.focus();
    } else {
      toastError(reply.message);
      revalidate(addresses().path);
    }
  };
  const close = () => setEdited(null);

  return (
    <div className={style.book}>
      {body.addresses.length === 0 && <p className={style.none}>{addressMessages.none}</p>}
      <ul className={style.list}>
        {body.addresses.map((it) => (
          <li key={it._id}>
            <div>
              <p className={style.recipient}>
                {it.recipient}
                {it.isDefault && <small>Suggested at checkout</small>}
              </p>
              <address>{[...addressLines(it), it.phone].filter(Boolean).join('\n')}</address>
            </div>
            <div className={style.acts}>
              <Button
                look="quiet"
                className="button--small"
                aria-label={`Edit the address of ${it.recipient}`}
                onClick={() => setEdited(it)}
              >
                Edit
              </Button>
              <Button
                look="quiet"
                className="button--small"
                aria-label={`Delete the address of ${it.recipient}`}
                onClick={() => setRemoved(it)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <p>
        <Button look="quiet" ref={add} onClick={() => setEdited('new')}>
          Add an address
        </Button>
      </p>
      <Modal
        title={edited === 'new' ? 'Add an address' : 'Edit the address'}
        open={edited !== null}
        onClose={close}
      >
        {edited && (
          <AddressEditor address={edited === 'new' ? undefined : edited} onSaved={close} />
        )}
      </Modal>
      <Confirm
        title="Delete the address"
        open={removed !== null}
        question={addressMessages.confirmDelete}
        consequence={removed ? `${removed.recipient}, ${removed.address}` : ''}
        onYes={async () => {
          if (removed) await remove(removed);
        }}
        onClose={() => setRemoved(null)}
      />
    </div>
  );
}
