import { useState } from 'react';
import { quoteMessages } from '#shared/quote-messages.ts';
import type { Quote } from '#shared/schemas/quotes.ts';
import { payOrder } from '../../api/orders.ts';
import { acceptQuote, declineQuote, ownQuote } from '../../api/quotes.ts';
import { revalidate } from '../../api/query.ts';
import { fitsTerms, PaymentChoice } from '../../order/PaymentChoice.tsx';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { goToCardPage } from '../../stores/card-page.ts';
import { moveWithToast, toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Field } from '../../ui/Field.tsx';
import style from './Quotes.module.css';

const about = 'quote';

/** Accepts a quote, on terms or by continuing to its payment, or declines it. */
export function QuoteAnswer({ quote }: { quote: Quote }) {
  const { _id: id, order, price, status, terms } = quote;
  const total = price?.total ?? 0;
  const [declining, setDeclining] = useState(false);
  const [poNumber, setPoNumber] = useState('');
  const [wantsTerms, setWantsTerms] = useState(false);
  const onTerms = wantsTerms && fitsTerms({ terms, total });
  const close = () => setDeclining(false);
  const readAgain = () => revalidate(ownQuote(id).path, '/quotes?');

  const accept = async () => {
    const reply = await acceptQuote(id, { amount: total, poNumber, terms: onTerms });
    if (!reply.ok) {
      if (reply.code === 'no_address') {
        moveWithToast(routes.updateAccount(companyRoutes.userQuote(id)), 'error', reply.message);
        return;
      }
      toastError(reply.message, undefined, about);
      if (reply.status === 409) readAgain();
      return;
    }
    if (reply.order.status === 'OnTerms')
      return location.assign(companyRoutes.orderedOnTerms(reply.order._id));
    if (reply.order.status !== 'Pending') return location.assign(routes.userOrders());
    // There, the ways to pay are chosen from.
    if (reply.order.payment.ways.length > 1)
      return location.assign(routes.userOrderDetails(reply.order._id));
    const payment = await payOrder(reply.order._id);
    if (payment.ok) await goToCardPage(payment.paymentInfo.data.authorization_url);
    else moveWithToast(routes.pendingOrders(), 'error', payment.message);
  };

  const decline = async () => {
    const reply = await declineQuote(id);
    close();
    if (reply.ok) toastSuccess(quoteMessages.declined, undefined, about);
    else toastError(reply.message, undefined, about);
    if (reply.ok || reply.status === 409) readAgain();
  };

  const isAccepted = order?.status === 'Cancelled' && status === 'accepted';
  const canAccept = status === 'offered' || isAccepted;
  if (!canAccept && status !== 'requested') return null;
  return (
    <div className={style.answer}>
      {canAccept && (
        <>
          <PaymentChoice {...{ terms, total, onTerms }} onChoose={setWantsTerms} />
          <Field
            label="Purchase order number (optional)"
            value={poNumber}
            maxLength={60}
            onChange={(event) => setPoNumber(event.target.value)}
          />
        </>
      )}
      <div className={style.buttons}>
        {canAccept && (
          <Button onClick={accept}>{onTerms ? 'Accept and pay later' : 'Accept and pay'}</Button>
        )}
        {!isAccepted && (
          <Button look="quiet" onClick={() => setDeclining(true)}>
            Decline
          </Button>
        )}
      </div>
      <Confirm
        title="Decline the quote"
        open={declining}
        question={quoteMessages.confirmDecline}
        onYes={decline}
        onClose={close}
      />
    </div>
  );
}
