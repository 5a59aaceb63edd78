import { useEffect, useState } from 'react';
import { printMessages } from '#shared/order-messages.ts';
import type { Slips } from '#shared/schemas/admin-orders.ts';
import { fetchSlips } from '../../api/admin-orders.ts';
import type { Reply } from '../../api/client.ts';
import page from '../../invoice/InvoicePage.module.css';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { PackingSlips } from './PackingSlips.tsx';
import { PickList } from './PickList.tsx';
import { chosenIn, type Chosen } from './slips.ts';
import './print.css';

const titles = { slips: 'Packing slips', 'pick-list': 'Pick list' } as const;

const load = (chosen: readonly Chosen[]) => fetchSlips(chosen.map((it) => it.order));

/** The print view of the orders in the URL fragment, with a print button. */
export function PrintPage({ what }: { readonly what: keyof typeof titles }) {
  const [chosen] = useState(() => chosenIn(location.hash));
  const [reply, setReply] = useState<Reply<Slips>>();
  useEffect(() => {
    if (chosen.length > 0) void load(chosen).then(setReply);
  }, [chosen]);
  const [first] = chosen;
  const back =
    first && chosen.length === 1
      ? { href: routes.adminOrder(first.order), name: 'Back to the order' }
      : { href: routes.orders(), name: 'Back to the orders' };
  return (
    <div className={page.page}>
      <div className={page.tools}>
        <a className="lone-link" href={back.href}>
          {back.name}
        </a>
        {reply?.ok && <Button onClick={() => print()}>Print</Button>}
      </div>
      {(what === 'pick-list' || !reply?.ok) && <h1>{titles[what]}</h1>}
      {chosen.length === 0 && <p>{printMessages.noneChosen}</p>}
      {chosen.length > 0 && !reply && <Spinner />}
      {reply && !reply.ok && (
        <>
          <p role="alert">{reply.message}</p>
          <Button look="quiet" onClick={async () => setReply(await load(chosen))}>
            Try again
          </Button>
        </>
      )}
      {reply?.ok && what === 'slips' && <PackingSlips slips={reply} chosen={chosen} />}
      {reply?.ok && what === 'pick-list' && <PickList slips={reply} />}
    </div>
  );
}
