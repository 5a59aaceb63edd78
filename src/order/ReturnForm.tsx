import { useStore } from '@nanostores/react';
import { Fragment, useEffect, useRef, useState, type ComponentProps } from 'react';
import type { z } from 'zod';
import { reasonLabels, reasonText, returnReasons } from '#shared/domain/return-reason.ts';
import { addressText, sendingText } from '#shared/domain/sending.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import {
  returnInput,
  type ExchangeChoice,
  type exchangesReply,
  type ReturnInput,
} from '#shared/schemas/returns.ts';
import type { Reply, Resource } from '../api/client.ts';
import { promises } from '../api/promises.ts';
import { query } from '../api/query.ts';
import { toastError } from '../stores/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextArea } from '../ui/Field.tsx';
import { choiceOf, nameOfLine } from '../ui/line-choice.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useForm } from '../ui/use-form.ts';
import { exchangeCost, exchangeTerms, optionText } from './exchange-choices.ts';
import style from './ReturnForm.module.css';

type Exchanges = z.infer<typeof exchangesReply>;

export interface ReturnFormProps {
  readonly order: Pick<LinkedOrder, 'number' | 'products'>;
  readonly exchanges: Resource<Exchanges>;
  /** Sends the request; says itself that it succeeded. */
  readonly send: (body: ReturnInput) => Promise<Reply<{ message: string }>>;
  readonly onDone: () => void;
}

const $promises = query(promises());

const piecesOf = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`);

/** Two steps: choose what to return, then review and confirm. */
export function ReturnForm({ order, exchanges, send, onDone }: ReturnFormProps) {
  const [wanted, setWanted] = useState<ReturnInput | null>(null);
  const lines = order.products.filter((it) => it.returnable > 0);
  const [$exchanges] = useState(() => query(exchanges));
  const choices = useStore($exchanges).body?.choices ?? [];
  const { busy, field, formProps, setError, watch } = useForm({
    schema: returnInput,
    values: {
      lines: lines.map(({ _id, returnable }) => ({
        line: _id,
        // A single returnable piece is preselected.
        quantity: lines.length === 1 && returnable === 1 ? 1 : 0,
        variant: '',
      })),
      reason: '',
      reasonKind: '',
    },
    save: async (chosen) => {
      setWanted(chosen);
      return { ok: false, issues: [] };
    },
  });

  const chosen = watch('lines');

  const confirm = async (chosen: ReturnInput) => {
    const reply = await send(chosen);
    if (reply.ok) onDone();
    else {
      toastError(reply.message, undefined, 'return');
      setWanted(null);
      for (const [i, { line }] of chosen.lines.entries()) {
        for (const name of ['quantity', 'variant'] as const) {
          const found = reply.issues.find(({ path }) => path === `lines.${i}.${name}`);
          if (found && line) setError(`lines.${i}.${name}`, { message: found.message });
        }
      }
    }
  };

  if (wanted) {
    return (
      <Confirmation
        lines={lines.flatMap((line, i) => {
          const quantity = wanted.lines[i]?.quantity ?? 0;
          const { variant } = wanted.lines[i] ?? {};
          const got = choices.find((it) => it.line === line._id && it.variant === variant);
          const text = `${quantity} × ${nameOfLine(line)}`;
          return quantity > 0 ? [got ? `${text} → ${choiceOf(got)}` : `${text}, for a refund`] : [];
        })}
        reason={reasonText(wanted.reasonKind || null, wanted.reason ?? '')}
        cost={exchangeCost(wanted.lines, choices)}
        exchanged={wanted.lines.some((it) => it.variant)}
        number={order.number}
        onConfirm={() => confirm(wanted)}
        onBack={() => setWanted(null)}
      />
    );
  }
  return (
    <form className="form" {...formProps}>
      <p className="form__wide">Step 1 of 2: choose what to send back, and what you get for it.</p>
      {lines.map((line, i) => (
        <Fragment key={line._id}>
          <Select
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
          <ExchangeField
            line={nameOfLine(line)}
            quantity={chosen[i]?.quantity ?? 0}
            choices={choices.filter((it) => it.line === line._id)}
            {...field(`lines.${i}.variant`)}
          />
        </Fragment>
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

interface ExchangeFieldProps extends Omit<ComponentProps<typeof Select>, 'label'> {
  readonly line: string;
  readonly quantity: number;
  readonly choices: readonly ExchangeChoice[];
}

/** What the customer gets for a line: a refund, or another size or color; renders nothing while there is no choice. */
function ExchangeField({ line, quantity, choices, ...select }: ExchangeFieldProps) {
  if (quantity === 0 || choices.length === 0) return null;
  return (
    <Select label={`For ${line} you get`} className="form__wide" {...select}>
      <option value="">A refund</option>
      <optgroup label="An exchange for">
        {choices.map((it) => (
          <option key={it.variant} value={it.variant} disabled={it.most < quantity}>
            {optionText(it, quantity)}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}

interface ConfirmationProps {
  readonly lines: readonly string[];
  readonly reason: string;
  /** What the exchanges cost; empty where that is nothing. */
  readonly cost: string;
  readonly exchanged: boolean;
  readonly number: string;
  readonly onConfirm: () => Promise<void>;
  readonly onBack: () => void;
}

function Confirmation({
  lines,
  reason,
  number,
  onConfirm,
  onBack,
  ...exchange
}: ConfirmationProps) {
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
      {exchange.exchanged && terms && <p>{exchangeTerms(terms.exchangeAtOnce, exchange.cost)}</p>}
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
