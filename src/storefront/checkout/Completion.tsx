import { useEffect, useState } from 'react';
import type { PaymentOutcome } from '#shared/domain/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { payOrder, settleOrder, userOrder } from '../../api/orders.ts';
import { maySignIn, shopper } from '../../api/tokens.ts';
import { routes } from '../../routes.ts';
import { goToCardPage } from '../../stores/card-page.ts';
import { tellOtherTabs } from '../../stores/cart-tabs.ts';
import { forgetWanted } from '../../stores/cart-price.ts';
import { loadCart } from '../../stores/cart.ts';
import { forgetAttempt } from './attempt-key.ts';
import { useIsGuest } from './buyer.ts';
import { CompletionView, type Completed } from './CompletionView.tsx';

/** How often, and at which interval, an undecided payment is checked automatically. */
const askAgain = { times: 5, milliseconds: 3000 } as const;

function readReference(): string {
  const params = new URLSearchParams(location.search);
  return params.get('reference') ?? params.get('trxref') ?? '';
}

/** Nothing happens here until the office has the money. */
const awaitedKinds = { transfer: 'to-transfer', on_delivery: 'on-delivery' } as const;

function kindOf({ status, payment }: Order, outcome: PaymentOutcome) {
  if (status === 'Refunded') return 'refunded';
  if (outcome !== 'pending' || !payment.awaited || payment.kind === 'page') return outcome;
  return payment.kind === null ? outcome : awaitedKinds[payment.kind];
}

const failed = ({ status, message }: { status: number; message: string }): Completed =>
  status === 401 ? { kind: 'signed-out' } : { kind: 'error', message };

/** The page after payment: settles the payment and shows the result. */
export function Completion() {
  const [state, setState] = useState<Completed>({ kind: 'asking' });
  const [asked, setAsked] = useState(0);
  const [sending, setSending] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    let timer: number | undefined;
    const reference = readReference();

    /** An order on terms was complete when it was placed. */
    async function showOrder(id: string): Promise<void> {
      const reply = await userOrder(id).fetch();
      if (gone) return;
      if (!reply.ok) return setState(failed(reply));
      forgetWanted();
      setState({ kind: 'on-terms', order: reply.order });
      void loadCart().then(tellOtherTabs);
    }

    async function settle(): Promise<void> {
      const onTerms = new URLSearchParams(location.search).get('order') ?? '';
      if (onTerms + reference === '') return setState({ kind: 'nothing' });
      if (!maySignIn(shopper())) return setState({ kind: 'signed-out' });
      if (onTerms !== '') return showOrder(onTerms);
      const reply = await settleOrder(reference);
      if (gone) return;
      if (!reply.ok) return setState(failed(reply));
      forgetAttempt(sessionStorage);
      forgetWanted();
      const { order, outcome } = reply;
      const kind = kindOf(order, outcome);
      setState({ kind, order });
      if (['paid', 'to-transfer', 'on-delivery'].includes(kind))
        void loadCart().then(tellOtherTabs);
      if (kind === 'pending' && asked < askAgain.times) {
        timer = window.setTimeout(() => setAsked(asked + 1), askAgain.milliseconds);
      }
    }

    void settle();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [asked]);

  async function payAgain(orderId: string, way: string): Promise<void> {
    if (sending !== null) return;
    setSending(way);
    const reply = await payOrder(orderId, way || undefined);
    if (reply.ok) await goToCardPage(reply.paymentInfo.data.authorization_url);
    else setState({ kind: 'error', message: reply.message });
    setSending(null);
  }

  return (
    <CompletionView
      state={state}
      sending={sending}
      isGuest={useIsGuest()}
      loginAddress={routes.userLogin(location.pathname + location.search)}
      onAskAgain={() => setAsked(asked + 1)}
      onPayAgain={(orderId, way) => void payAgain(orderId, way)}
    />
  );
}
