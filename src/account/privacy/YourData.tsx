import { useState } from 'react';
import { fetchOwnData } from '../../api/own-data.ts';
import { routes } from '../../routes.ts';
import { toastError } from '../../stores/toasts.ts';
import { saveFile } from '../../ui/save-file.ts';
import { DeleteAccountForm } from './DeleteAccountForm.tsx';
import style from './YourData.module.css';

/** Export and deletion of the customer's data. */
export function YourData() {
  const [busy, setBusy] = useState(false);

  const download = async () => {
    if (busy) return;
    setBusy(true);
    const reply = await fetchOwnData();
    setBusy(false);
    if (!reply.ok) {
      toastError(reply.message);
      return;
    }
    const { ok: _, ...data } = reply;
    const json = JSON.stringify(data, null, 2);
    saveFile('hemline-data.json', new Blob([json], { type: 'application/json' }));
  };

  return (
    <div className={style.sections}>
      <section>
        <h2>Download your data</h2>
        <p>
          Get your details, addresses, orders, cart, drafts, wish list, reviews, back-in-stock
          requests and our notes about you in one JSON file. The{' '}
          <a href={routes.cookies()}>cookies page</a> lists what this shop stores in your browser.
        </p>
        <button
          type="button"
          className="button button--quiet"
          aria-busy={busy}
          onClick={() => void download()}
        >
          {busy ? 'Collecting…' : 'Download my data'}
        </button>
      </section>
      <section>
        <h2>Delete your account</h2>
        <p>
          This immediately and permanently deletes your login, details, cart, drafts, wish list,
          reviews and unpaid orders. We keep paid orders, as the law requires, and orders whose
          payment page was opened within the last hour. If you used a voucher that is valid once per
          customer, we keep a hash of your email address. Messages sent through the contact form are
          not linked to an account: <a href={routes.contact()}>write to us</a> to have them deleted.
        </p>
        <DeleteAccountForm />
      </section>
    </div>
  );
}
