import { Fragment } from 'react';
import { deliveryLines } from '#shared/domain/address.ts';
import { deliveryDays } from '#shared/domain/order-facts.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { statusText } from '../../order/due.ts';
import { HoldNote } from '../../order/HoldNote.tsx';
import { PayButtons } from '../../order/PayButtons.tsx';
import { PayTo } from '../../order/PayTo.tsx';
import { TransferHelp } from '../../order/TransferHelp.tsx';
import { routes } from '../../routes.ts';
import { messages } from '#shared/messages.ts';
import { KeepAccount } from './KeepAccount.tsx';
import { OrderedLines } from './OrderedLines.tsx';
import style from './CompletionView.module.css';

/** Placed, to be paid later. */
type PlacedKind = 'on-terms' | 'to-transfer' | 'on-delivery';

export type Completed =
  | { readonly kind: 'asking' | 'nothing' | 'signed-out' }
  | { readonly kind: 'error'; readonly message: string }
  | {
      readonly kind: 'paid' | PlacedKind | 'pending' | 'failed' | 'held' | 'refunded';
      readonly order: Order;
    };

interface Props {
  state: Completed;
  /** The way to pay whose button was pressed, until that is done; null for none. */
  sending?: string | null;
  /** Whether it was ordered without an account. */
  isGuest?: boolean;
  loginAddress?: string;
  onAskAgain?: () => void;
  onPayAgain?: (orderId: string, way: string) => void;
}

const words = {
  asking: ['One moment', 'We are checking your payment with the payment provider.'],
  nothing: [messages.checkout.empty, 'There is no payment to show here.'],
  'signed-out': ['Please sign in', 'Sign in to see the status of your payment.'],
  error: ['We could not check your payment yet', ''],
  paid: ['Thank you', 'Your payment has arrived. We are packing your order.'],
  free: ['Thank you', 'There was nothing to pay. We are packing your order.'],
  'on-terms': ['Thank you', 'We are packing your order. You pay later, by bank transfer.'],
  'to-transfer': [
    'Thank you',
    'We have your order. Please transfer the amount below and quote the order number. We will start preparing it as soon as your payment has arrived.',
  ],
  'on-delivery': ['Thank you', 'We are packing your order. You pay when it arrives.'],
  pending: [
    'Your payment is on its way',
    'The payment provider has not confirmed it yet. You do not need to pay again.',
  ],
  failed: [
    'Your payment did not go through',
    'Nothing was charged. Your order is saved, and you can try again.',
  ],
  held: [
    'We are reviewing your payment',
    'It came too late, or its amount differs from the amount due. We are checking it and will contact you.',
  ],
  refunded: [
    'Your payment was refunded',
    'It is on its way to your card; banks take a few days until it shows.',
  ],
} as const;

/** Nothing more is to be done here. */
const done: readonly string[] = ['paid', 'on-terms', 'to-transfer', 'on-delivery'];

/** The result of a payment, with the appropriate next step. */
export function CompletionView({
  state,
  sending = null,
  isGuest = false,
  loginAddress,
  onAskAgain,
  onPayAgain,
}: Props) {
  const isFree = state.kind === 'paid' && state.order.totalPrice === 0;
  const [title, text] = words[isFree ? 'free' : state.kind];
  return (
    <div className={style.completion}>
      <div className={style.words}>
        <div role="status" aria-busy={state.kind === 'asking'}>
          <h1>{title}</h1>
          <p className={state.kind === 'asking' ? 'spinner' : undefined}>
            {state.kind === 'error' ? state.message : text}
          </p>
        </div>
        {'order' in state && <OrderFacts {...state} />}
        {'order' in state && (
          <PayTo order={state.order}>
            <TransferHelp order={state.order} />
          </PayTo>
        )}
        {'order' in state && <HoldNote order={state.order} />}
        {isGuest && 'order' in state && state.kind !== 'failed' && (
          <KeepAccount order={state.order} />
        )}
        <div className={style.actions}>
          {state.kind === 'signed-out' && (
            <a className="button" href={loginAddress}>
              Sign in
            </a>
          )}
          {(state.kind === 'pending' || state.kind === 'error') && (
            <button type="button" className="button" onClick={onAskAgain}>
              Check again
            </button>
          )}
          {state.kind === 'failed' && (
            <PayButtons
              ways={state.order.payment.ways}
              only="Try again"
              sending={sending}
              onPay={(way) => onPayAgain?.(state.order._id, way)}
            />
          )}
          {!isGuest && [...done, 'held', 'refunded'].includes(state.kind) && (
            <a className="button" href={routes.userOrders()}>
              View your orders
            </a>
          )}
          {state.kind !== 'asking' && (
            <a className="button button--quiet" href={routes.userProducts()}>
              Continue Shopping
            </a>
          )}
        </div>
      </div>
      {'order' in state && <OrderedLines order={state.order} isGuest={isGuest} />}
    </div>
  );
}

/** Where and when the order arrives, and where to look for its confirmation. */
function OrderFacts({ kind, order }: Extract<Completed, { order: Order }>) {
  const { email, address } = order.user;
  const facts = {
    Reference: order.number,
    Status: statusText(order),
    'Confirmation sent to': done.includes(kind) ? email : '',
    Delivery: [order.shippingMethod, deliveryDays(order)].filter(Boolean).join(', '),
    'Deliver to': address && deliveryLines(order).join('\n'),
    Gift: order.gift && (order.gift.message || 'Without a message'),
  };
  return (
    <dl>
      {Object.entries(facts)
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
