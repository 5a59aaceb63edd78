import { useStore } from '@nanostores/react';
import type { ShippingMethod, ShippingZone } from '#shared/schemas/shipping.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { shipping } from '../../api/admin-shipping.ts';
import { routes } from '../../routes.ts';
import { useCountryNames } from '../forms/countries.ts';
import { BackLink } from '../listing/BackLink.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { ShippingMethodForm, ShippingZoneForm } from './lazy.ts';
import { $shipping, removeMethod, removeZone, termsOf } from './shipping.ts';
import './shipping.css';

/** Shipping zones and methods. */
export function ShippingScreen() {
  const loaded = useStore($shipping);
  const zones = loaded.body?.zones ?? [];
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Shipping">
        {loaded.body && (
          <DialogButton label="Add zone" title="New zone">
            {(close) => <ShippingZoneForm zone={null} zones={zones} onDone={close} />}
          </DialogButton>
        )}
      </ScreenHead>
      <p className="screen-note">
        A zone covers a list of countries, or everywhere else. Shoppers there choose from its
        methods at checkout, cheapest first.
      </p>
      <Loading loaded={loaded} path={shipping().path} what="shipping">
        {(body) => <Zones zones={body.zones} />}
      </Loading>
    </>
  );
}

function Zones({ zones }: { readonly zones: readonly ShippingZone[] }) {
  const isFree = zones.every((it) => it.methods.length === 0);
  const isEverywhere =
    zones.some((it) => it.countries.length === 0) && zones.every((it) => it.methods.length > 0);
  return (
    <>
      {!isEverywhere && (
        <p className="shipping-note" role="note">
          {isFree ? shippingMessages.free : shippingMessages.notElsewhere}
        </p>
      )}
      {zones.map((zone) => (
        <Zone key={zone._id} zone={zone} zones={zones} />
      ))}
    </>
  );
}

interface ZoneProps {
  readonly zone: ShippingZone;
  readonly zones: readonly ShippingZone[];
}

function Zone({ zone, zones }: ZoneProps) {
  const namesOf = useCountryNames();
  return (
    <Section title={zone.name} className="panel shipping-zone">
      <p className="shipping-zone__places">{namesOf(zone.countries) || 'Everywhere else'}</p>
      <ul>
        {zone.methods.map((method) => (
          <Method key={method._id} zone={zone} method={method} />
        ))}
      </ul>
      <div className="list-row__actions">
        <DialogButton look="quiet" label="Add method" title={`New method of ${zone.name}`}>
          {(close) => <ShippingMethodForm zone={zone} method={null} onDone={close} />}
        </DialogButton>
        <DialogButton look="link" label="Edit zone" title={`Edit ${zone.name}`}>
          {(close) => <ShippingZoneForm zone={zone} zones={zones} onDone={close} />}
        </DialogButton>
        <DeleteButton
          label="Delete zone"
          name={zone.name}
          question={shippingMessages.confirmZone}
          remove={() => removeZone(zone._id)}
        />
      </div>
    </Section>
  );
}

interface MethodProps {
  readonly zone: ShippingZone;
  readonly method: ShippingMethod;
}

function Method({ zone, method }: MethodProps) {
  return (
    <li className="list-row">
      <div className="two-lines">
        <span className="row-title">{method.name}</span>
        <small>{termsOf(method)}</small>
      </div>
      <div className="list-row__actions">
        <DialogButton look="link" label="Edit" title={`Edit ${method.name}`}>
          {(close) => <ShippingMethodForm zone={zone} method={method} onDone={close} />}
        </DialogButton>
        <DeleteButton
          name={method.name}
          question={shippingMessages.confirmMethod}
          remove={() => removeMethod(method._id)}
        />
      </div>
    </li>
  );
}
