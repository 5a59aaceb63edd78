import { useStore } from '@nanostores/react';
import { paymentMethodMessages as texts } from '#shared/payment-method-messages.ts';
import { paymentMethods } from '../../../api/admin-payments.ts';
import { routes } from '../../../routes.ts';
import { BackLink } from '../../listing/BackLink.tsx';
import { Loading } from '../../listing/Loading.tsx';
import { ScreenHead } from '../../listing/ScreenHead.tsx';
import { Method } from './Method.tsx';
import { $methods, rowsOf } from './payments.ts';
import './payments.css';

/** The ways to pay: which are on, in which order and for which countries. */
export function PaymentsScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Payments" />
      <p className="screen-note">
        Shoppers choose from these ways to pay, in this order. With a single one, the checkout has
        one button, Pay Now. The keys of the providers are secrets of the functions.
      </p>
      <Loading loaded={useStore($methods)} path={paymentMethods().path} what="ways to pay">
        {({ methods }) => (
          <>
            {!methods.some((it) => it.isOn && it.mode !== 'off') && (
              <p className="notice payment-methods__none" role="note">
                {texts.noneOn}
              </p>
            )}
            <ol className="payment-methods">
              {rowsOf(methods).map((row) => (
                <Method key={row._id} row={row} last={methods.length} />
              ))}
            </ol>
          </>
        )}
      </Loading>
    </>
  );
}
