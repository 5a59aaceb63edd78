import { useStore } from '@nanostores/react';
import { taxMessages } from '#shared/tax-messages.ts';
import type { TaxClass, TaxRate, Taxes } from '#shared/schemas/taxes.ts';
import { taxes } from '../../../api/admin-taxes.ts';
import { query } from '../../../api/query.ts';
import { routes } from '../../../routes.ts';
import { BackLink } from '../../listing/BackLink.tsx';
import { DeleteButton } from '../../listing/DeleteButton.tsx';
import { DialogButton } from '../../listing/DialogButton.tsx';
import { Loading } from '../../listing/Loading.tsx';
import { ScreenHead } from '../../listing/ScreenHead.tsx';
import { Section } from '../../listing/Section.tsx';
import { InvoiceSettings } from './InvoiceSettings.tsx';
import { removeRate } from './taxes.ts';
import { TaxRateForm } from './TaxRateForm.tsx';
import '../settings.css';
import './taxes.css';

const $taxes = query(taxes());
const classNames: Record<TaxClass, string> = {
  standard: 'Standard',
  reduced: 'Reduced',
  zero: 'Zero',
};

/** Tax rates by country, and the settings of invoices. */
export function TaxesScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <Loading loaded={useStore($taxes)} path={taxes().path} what="taxes">
        {(all) => (
          <>
            <ScreenHead title="Taxes and invoices">
              <DialogButton label="Add rate" title="New tax rate">
                {(close) => <TaxRateForm rate={null} countries={all.countries} onDone={close} />}
              </DialogButton>
            </ScreenHead>
            <Rates {...all} />
            <div className="settings settings__more">
              <InvoiceSettings {...all} />
            </div>
          </>
        )}
      </Loading>
    </>
  );
}

function Rates({ rates, countries }: Taxes) {
  const names = new Map(countries.map((it) => [it.code, it.name]));
  const nameOf = ({ country }: TaxRate) =>
    country === null ? 'All other countries' : (names.get(country) ?? country);
  return (
    <Section title="Rates">
      <p className="screen-note">
        Tax depends on the delivery country and the tax class of each product. Shipping uses the
        standard rate.
      </p>
      {rates.length === 0 ? (
        <p>{taxMessages.none}</p>
      ) : (
        <ul className="tax-rates">
          {rates.map((rate) => {
            const name = `${nameOf(rate)}, ${classNames[rate.class].toLowerCase()}`;
            return (
              <li key={rate._id} className="list-row">
                <div className="two-lines">
                  <span>
                    {nameOf(rate)} · {rate.rate}%
                  </span>
                  <small>{classNames[rate.class]}</small>
                </div>
                <div className="list-row__actions" role="group" aria-label={name}>
                  <DialogButton label="Edit" title={name} look="link">
                    {(close) => <TaxRateForm rate={rate} countries={countries} onDone={close} />}
                  </DialogButton>
                  <DeleteButton
                    name={`the rate of ${name}`}
                    question={taxMessages.confirmDelete}
                    remove={() => removeRate(rate._id)}
                  />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
