import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { addressLines } from '#shared/domain/address.ts';
import type { DeliveryAddress } from '#shared/schemas/addresses.ts';
import choices from '../../order/Choices.module.css';
import { $cartPrice, $wanted } from '../../stores/cart-price.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { AddressForm } from './AddressForm.tsx';
import { $addresses, $addsAddress, deliverTo, isSame } from './delivery.ts';
import { OtherAddress } from './OtherAddress.tsx';
import style from './DeliverTo.module.css';

interface DeliverToProps {
  readonly form: Ref<AddressForm>;
}

/** Where the order goes: the customer's own address, one of the address book, or another one. */
export function DeliverTo({ form }: DeliverToProps) {
  const book: readonly DeliveryAddress[] = useStore($addresses).body?.addresses ?? [];
  const chosen = useStore($wanted).deliverTo ?? null;
  const adds = useStore($addsAddress);
  const problem = useStore($cartPrice).body?.price?.deliveryProblem;
  const isListed = chosen === null || book.some((it) => isSame(it, chosen));
  const others = isListed ? book : [...book, chosen];
  return (
    <>
      <fieldset className={`${choices.choices} ${style.addresses}`}>
        <legend>Deliver to</legend>
        <Choice
          name="Your address"
          // Above, in the details.
          lines={[]}
          checked={!adds && chosen === null}
          onChoose={() => deliverTo(null)}
        />
        {others.map((it, place) => (
          <Choice
            // Two may be the same.
            key={place}
            name={it.recipient}
            lines={addressLines(it)}
            checked={
              !adds && chosen !== null && others.findIndex((one) => isSame(one, chosen)) === place
            }
            onChoose={() => deliverTo(it)}
          />
        ))}
        <Choice
          name="Another address"
          lines={[]}
          checked={adds}
          onChoose={() => $addsAddress.set(true)}
        />
      </fieldset>
      {adds ? <OtherAddress ref={form} /> : chosen && <Notice>{problem}</Notice>}
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly lines: readonly string[];
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Choice({ name, lines, checked, onChoose }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name="deliver-to" checked={checked} onChange={onChoose} />
      <span>
        {name}
        {lines.length > 0 && <small>{lines.join(', ')}</small>}
      </span>
    </label>
  );
}
