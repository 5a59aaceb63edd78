import { paymentMethodMessages as texts } from '#shared/payment-method-messages.ts';
import { useState } from 'react';
import { checkPaymentMethod } from '../../../api/admin-payments.ts';
import { toastError, toastInfo } from '../../../stores/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Check } from '../../../ui/Field.tsx';
import { useCountryNames } from '../../forms/countries.ts';
import { lazy } from '../../forms/lazy.tsx';
import { DialogButton } from '../../listing/DialogButton.tsx';
import { Place } from '../../listing/Place.tsx';
import { titleId } from '../../listing/TableGrid.tsx';
import { factsOf, modeLabels } from './method-text.ts';
import { methodPlacement, saveMethod, type MethodRow } from './payments.ts';

const MethodForm = lazy('form', async () => (await import('./MethodForm.tsx')).MethodForm);

interface MethodProps {
  readonly row: MethodRow;
  /** The last position. */
  readonly last: number;
}

/** A way to pay: its position, whether it is on, what it takes, and a button that checks it. */
export function Method({ row, last }: MethodProps) {
  const { name, title, kind, isOn, mode, webhook } = row;
  const namesOf = useCountryNames();
  const about = titleId(row);
  return (
    <li className="panel payment-method">
      <Place row={row} placement={methodPlacement} last={last} />
      <h2 id={about}>{title}</h2>
      {kind === 'page' && <span className="badge">{modeLabels[mode]}</span>}
      <Check
        label="At the checkout"
        aria-describedby={about}
        checked={isOn}
        disabled={mode === 'off' && !isOn}
        onChange={({ currentTarget }) => void saveMethod(name, { isOn: currentTarget.checked })}
      />
      <ul className="payment-method__facts">
        {factsOf(row, namesOf).map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
      {webhook && <Webhook address={webhook} about={about} />}
      <div className="list-row__actions">
        <DialogButton look="quiet" className="button--small" label="Edit" title={title}>
          {(close) => <MethodForm method={row} onDone={close} />}
        </DialogButton>
        <CheckButton name={name} about={about} />
      </div>
    </li>
  );
}

/** The address that is entered at the provider, for its messages. */
function Webhook({ address, about }: { readonly address: string; readonly about: string }) {
  function copy(): void {
    navigator.clipboard.writeText(address).then(
      () => toastInfo(texts.copied),
      () => toastError(texts.notCopied),
    );
  }
  return (
    <p className="payment-method__webhook">
      Webhook address <span className="code">{address}</span>{' '}
      <Button look="link" aria-describedby={about} onClick={copy}>
        Copy
      </Button>
    </p>
  );
}

/** Asks the provider, or says what is missing. */
function CheckButton({ name, about }: { readonly name: string; readonly about: string }) {
  const [answer, setAnswer] = useState<{ works: boolean; message: string } | null>(null);
  async function ask(): Promise<void> {
    setAnswer(null);
    const reply = await checkPaymentMethod(name);
    setAnswer(reply.ok ? reply : { works: false, message: reply.message });
  }
  return (
    <>
      <Button look="link" aria-describedby={about} onClick={ask}>
        Check
      </Button>
      <span
        role="status"
        className="status"
        data-good={answer?.works || undefined}
        hidden={!answer}
      >
        {answer?.message}
      </span>
    </>
  );
}
