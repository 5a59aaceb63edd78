import { useState } from 'react';
import { fetchOwnData } from '../../api/own-data.ts';
import { routes } from '../../routes.ts';
import { toastError } from '../../stores/toasts.ts';
import { DeleteAccountForm } from './DeleteAccountForm.tsx';
import style from './YourData.module.css';

/** Hands the browser a file to keep. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** What the shop keeps about a customer: to take along, and to take away. */
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
    saveFile('hemline-data.json', JSON.stringify(data, null, 2));
  };

  return (
    <div className={style.sections}>
      <section>
        <h2>Take it along</h2>
        <p>
          Your details, orders, cart, drafts, reviews, what you wait for and what we noted about
          you, in one file that you and other programs can read. Which cookies this shop uses stands
          on <a href={routes.cookies()}>a page of its own</a>.
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
          Your login, details, cart, drafts, reviews and orders that were never paid go at once and
          for good. Orders that were paid stay in our books, as the law asks of a shop; so does one
          whose card page was opened within the last hour. Messages sent through the contact form
          belong to no account: <a href={routes.contact()}>write to us</a> about those.
        </p>
        <DeleteAccountForm />
      </section>
    </div>
  );
}
