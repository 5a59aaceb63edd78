import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { reasonLabels, reasonText, returnReasons } from '#shared/domain/return-reason.ts';
import { addressText, sendingText } from '#shared/domain/sending.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { returnInput, type ReturnInput } from '#shared/schemas/returns.ts';
import { requestReturn } from '../../api/orders.ts';
import { promises } from '../../api/promises.ts';
import { query, revalidate } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Select, TextArea } from '../../ui/Field.tsx';
import { nameOfLine } from '../../ui/line-choice.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import style from './Orders.module.css';

export interface ReturnFormProps {
  readonly order: Order;
  readonly onDone: () => void;
}

const $promises = query(promises());

const piecesOf = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`);

/** Two steps: choose what to return, then review and confirm. */
export function ReturnForm({ order, onDone }: ReturnFormProps) {
  const [wanted, setWanted] = useState<ReturnInput | null>(null);
  const lines = order.products.filter((it) => it.returnable > 0);
  const { busy, field, formProps, setError } = useForm({
    schema: returnInput,
    values: {
      lines: lines.map(({ _id, returnable }) => ({
        line: _id,
        // A single returnable piece is preselected.
        quantity: lines.length === 1 && returnable === 1 ? 1 : 0,
      })),
      reason: '',
      reasonKind: '',
    },
    save: async (chosen) => {
      setWanted(chosen);
      return { ok: false, issues: [] };
    },
  });

  const confirm = async (chosen: ReturnInput) => {
    const reply = await requestReturn(order._id, chosen);
    if (reply.ok) {
      toastSuccess(reply.message, undefined, 'return');
      onDone();
    } else {
      toastError(reply.message, undefined, 'return');
      setWanted(null);
      for (const [i, { line }] of chosen.lines.entries()) {
        const found = reply.issues.find(({ path }) => path === `lines.${i}.quantity`);
        if (found && line) setError(`lines.${i}.quantity`, { message: found.message });
      }
    }
    if (reply.ok || reply.status === 409) revalidate('/orders/');
  };

  if (wanted) {
    return (
      <Confirmation
        lines={lines.flatMap((line, i) => {
          const quantity = wanted.lines[i]?.quantity ?? 0;
          return quantity > 0 ? [`${quantity} × ${nameOfLine(line)}`] : [];
        })}
        reason={reasonText(wanted.reasonKind || null, wanted.reason ?? '')}
        number={order.number}
        onConfirm={() => confirm(wanted)}
        onBack={() => setWanted(null)}
      />
    );
  }
  return (
    <form className="form" {...formProps}>
      <p className="form__wide">Step 1 of 2: choose what to return.</p>
      {lines.map((line, i) => (
        <Select
          key={line._id}
          label={nameOfLine(line)}
          className="form__wide"
          {...field(`lines.${i}.quantity`, { valueAsNumber: true })}
        >
          {Array.from({ length: line.returnable + 1 }, (_, count) => (
            <option key={count} value={count}>
              {count === 0 ? 'Keep' : piecesOf(count)}
            </option>
          ))}
        </Select>
      ))}
      <Select label="Reason (optional)" className="form__wide" {...field('reasonKind')}>
        <option value="">Choose…</option>
        {returnReasons.map((it) => (
          <option key={it} value={it}>
            {reasonLabels[it]}
          </option>
        ))}
      </Select>
      <TextArea
        label="Comment (optional)"
        className="form__wide"
        {...field('reason')}
        rows={3}
        maxLength={500}
      />
      <div className="form__wide">
        <SubmitButton busy={busy}>Continue</SubmitButton>
      </div>
    </form>
  );
}

interface ConfirmationProps {
  readonly lines: readonly string[];
  readonly reason: string;
  readonly number: string;
  readonly onConfirm: () => Promise<void>;
  readonly onBack: () => void;
}

function Confirmation({ lines, reason, number, onConfirm, onBack }: ConfirmationProps) {
  const first = useRef<HTMLParagraphElement>(null);
  const terms = useStore($promises).body?.returns;
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <p ref={first} tabIndex={-1}>
        Step 2 of 2: confirm that you want to return these pieces from order {number}.
      </p>
      <ul className={style.returned}>
        {lines.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
      {reason && <p>Reason: {reason}</p>}
      <p className="field__hint">
        We will email you a receipt now, and our decision after we have reviewed your request.
      </p>
      {terms && (
        <p className={`field__hint ${style.sending}`}>
          {`${sendingText(terms)}\n${addressText(terms)}`}
        </p>
      )}
      <div className="modal__actions">
        <Button onClick={onConfirm}>Confirm return</Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  );
}
