import { useStore } from '@nanostores/react';
import { currencyMessages } from '#shared/currency-messages.ts';
import { decimalsOf } from '#shared/domain/currency.ts';
import { currencyName } from '#shared/domain/money.ts';
import type { CurrenciesReply } from '#shared/schemas/currency.ts';
import { currencies } from '../../api/admin-currency.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { Picker } from '../forms/Picker.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { chooseCurrency, decimalsText, foundCurrencies } from './currencies.ts';
import './settings.css';

const all = currencies();
const $currencies = query(all);

/** The shop's currency, and before the first order a search for another. */
export function CurrencyScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Currency" />
      <Loading loaded={useStore($currencies)} path={all.path} what="currencies">
        {(loaded) => <Choice loaded={loaded} />}
      </Loading>
    </>
  );
}

function Choice({ loaded: { currency, fixed } }: { readonly loaded: CurrenciesReply }) {
  return (
    <div className="panel form settings__one">
      <p>
        <strong>{currencyName(currency)}</strong> ({currency}, {decimalsText(decimalsOf(currency))})
      </p>
      {fixed ? (
        <p className="screen-note">{currencyMessages.fixed}</p>
      ) : (
        <>
          <p className="screen-note">
            Prices, vouchers, shipping and all other amounts keep their numbers and are not
            converted. The currency cannot be changed after the first order or offered quote.
          </p>
          <Picker
            label="Change to"
            hint="A currency with fewer decimals can be chosen when no amount has more."
            resource={foundCurrencies}
            rowsOf={(it) => it.choices.filter(({ _id }) => _id !== currency)}
            nameOf={({ _id, note }) => ({ title: _id, note })}
            onPick={({ _id }) => void chooseCurrency(_id)}
            atOnce
          />
        </>
      )}
    </div>
  );
}
