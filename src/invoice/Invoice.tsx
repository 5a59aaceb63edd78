import { addressLines } from '#shared/domain/address.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { paperName, reverseCharge } from '#shared/domain/order-sums.ts';
import type { InvoicePaper } from '#shared/schemas/invoices.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { ReactNode } from 'react';
import { paymentText } from '../order/payment-text.ts';
import { formatDate } from '../ui/format.ts';
import { shopName } from '../ui/shop-name.ts';
import { OrderLines } from './OrderLines.tsx';
import { TaxTable } from './TaxTable.tsx';
import style from './Invoice.module.css';

interface PaperProps {
  readonly order: Order;
  /** The documents of the order, invoice first; unpaid orders, and those from before invoices existed, have none. */
  readonly papers: readonly InvoicePaper[];
}

interface SheetProps {
  readonly order: Order;
  readonly title: string;
  /** The document; without one, it is a summary of the order. */
  readonly paper: InvoicePaper | undefined;
  readonly facts: ReactNode;
  readonly children: ReactNode;
}

/** The head of an invoice or a credit note, with seller and customer. */
function Sheet({ order, title, paper, facts, children }: SheetProps) {
  const { user, company } = order;
  const buyer = `${user.firstname} ${user.lastname}`;
  const seller = paper?.seller;
  return (
    <article className={style.invoice}>
      <header>
        <h1>{title}</h1>
        <div className={style.seller}>
          <p className={style.shop}>{seller?.name ?? shopName()}</p>
          {seller?.address && <small>{seller.address}</small>}
          {seller?.taxId && <small>Tax ID {seller.taxId}</small>}
        </div>
      </header>
      <dl className={style.facts}>
        <div>
          <dt>Number</dt>
          <dd>
            {paper?.number ?? order.number}
            {paper && <small>Order {order.number}</small>}
          </dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{formatDate(paper?.issuedOn ?? order.createdAt)}</dd>
        </div>
        {facts}
        <div>
          <dt>For</dt>
          <dd>
            {company?.name ?? buyer}
            {company && <small>{buyer}</small>}
            <small>{addressLines(order.invoiceAddress ?? user).join(', ')}</small>
            <small>{user.email}</small>
            {company?.vatId && <small>VAT number {company.vatId}</small>}
          </dd>
        </div>
        {(order.recipient || order.invoiceAddress) && (
          <div>
            <dt>Delivered to</dt>
            <dd>
              {order.recipient || buyer}
              <small>{addressLines(user).join(', ')}</small>
            </dd>
          </div>
        )}
        {order.poNumber && (
          <div>
            <dt>Purchase order</dt>
            <dd>{order.poNumber}</dd>
          </div>
        )}
      </dl>
      {children}
    </article>
  );
}

/** A printable order with the prices at the time of ordering. */
export function Invoice({ order, papers }: PaperProps) {
  const paper = papers.find((it) => it.kind === 'invoice');
  const notes = papers.filter((it) => it.kind === 'credit_note');
  return (
    <Sheet
      order={order}
      title={paperName(order)}
      paper={paper}
      facts={
        <>
          <div>
            <dt>Payment</dt>
            <dd>
              {paymentText(order)}
              {order.payTo && (
                <small className={style.account}>
                  {`${order.payTo}\nPayment reference: ${order.number}`}
                </small>
              )}
              {order.paymentReference && order.dueAt === null && (
                <small>{order.paymentReference}</small>
              )}
            </dd>
          </div>
          {notes.length > 0 && (
            <div>
              <dt>{notes.length === 1 ? 'Credit note' : 'Credit notes'}</dt>
              <dd>
                {notes.map((it) => (
                  <a key={it._id} className={style.note} href={`?credit-note=${it._id}`}>
                    {it.number}
                  </a>
                ))}
              </dd>
            </div>
          )}
        </>
      }
    >
      <OrderLines
        order={order}
        names={{ line: 'Item', sum: 'Amount', total: `Total (${order.currency})` }}
        title={(line) => line.title}
      />
      {paper && <TaxTable paper={paper} />}
      {order.taxFree && <p>{reverseCharge}</p>}
    </Sheet>
  );
}

/** The credit note of a refund. */
export function CreditNote({
  order,
  papers,
  paper,
}: PaperProps & { readonly paper: InvoicePaper }) {
  const invoice = papers.find((it) => it.kind === 'invoice');
  return (
    <Sheet
      order={order}
      title="Credit note"
      paper={paper}
      facts={
        <div>
          <dt>Invoice</dt>
          <dd>
            <a className={style.note} href={location.pathname}>
              {invoice?.number}
            </a>
          </dd>
        </div>
      }
    >
      <table>
        <tfoot>
          <tr data-total="">
            <th scope="row">
              {order.status === 'Cancelled' ? 'Credited' : 'Refunded'} ({paper.currency})
            </th>
            <td>{formatPrice(paper.gross, paper.currency)}</td>
          </tr>
        </tfoot>
      </table>
      <TaxTable paper={paper} />
      {order.taxFree && <p>{reverseCharge}</p>}
    </Sheet>
  );
}
