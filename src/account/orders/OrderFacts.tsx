import { useState } from 'react';
import { deliveryLines } from '#shared/domain/address.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { invoices } from '../../api/invoices.ts';
import { query } from '../../api/query.ts';
import { paymentText } from '../../order/payment-text.ts';
import { HoldNote } from '../../order/HoldNote.tsx';
import { PayTo } from '../../order/PayTo.tsx';
import { TransferHelp } from '../../order/TransferHelp.tsx';
import { routes } from '../../routes.ts';
import { formatDate } from '../../ui/format.ts';
import { useLoaded } from '../use-loaded.ts';
import style from './OrderPage.module.css';

/** Where an order goes, and how it is paid, with its invoice and credit notes. */
export function OrderFacts({ order }: { readonly order: Order }) {
  const { shippingMethod, gift } = order;
  return (
    <div className={style.facts}>
      <section>
        <h3>Delivery</h3>
        <address>{deliveryLines(order).join('\n')}</address>
        {shippingMethod && <p>{shippingMethod}</p>}
        {gift && <p className={style.gift}>{gift.message ? `Gift: ${gift.message}` : 'Gift'}</p>}
      </section>
      <section>
        <h3>Payment</h3>
        <p>{paymentText(order)}</p>
        <PayTo order={order}>
          <TransferHelp order={order} />
        </PayTo>
        <HoldNote order={order} />
        <Papers order={order} />
      </section>
    </div>
  );
}

function Papers({ order }: { readonly order: Order }) {
  const [$papers] = useState(() => query(invoices(order._id, 'user')));
  const papers = useLoaded($papers).body?.invoices ?? [];
  const href = routes.userInvoice(order._id);
  return (
    <ul className={style.papers}>
      {papers.map(({ _id, kind, number, issuedOn, gross, currency }) => (
        <li key={_id}>
          <a href={kind === 'invoice' ? href : `${href}?credit-note=${_id}`}>
            {kind === 'invoice' ? 'Invoice' : 'Credit note'} {number}
          </a>
          <small>
            {formatDate(issuedOn)}, {formatPrice(gross, currency)}
          </small>
        </li>
      ))}
    </ul>
  );
}
