import { limits } from '#shared/domain/limits.ts';
import { currencyName, formatPrice } from '#shared/domain/money.ts';
import { pricePreview, type pricePreviewReply } from '#shared/schemas/products.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../ui/Button.tsx';
import { Field, Select } from '../../ui/Field.tsx';
import { formatCount } from '../../ui/format.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { changePrices, previewPrices } from './products.ts';
import './price-form.css';

type Prices = z.infer<typeof pricePreviewReply>['prices'];

interface PriceFormProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Changes many prices by a percentage or an amount, once the new prices have been shown. */
export function PriceForm({ ids, onDone }: PriceFormProps) {
  const [by, setBy] = useState<'percent' | 'amount'>('percent');
  const [prices, setPrices] = useState<Prices | null>(null);
  const form = useForm({
    schema: pricePreview,
    values: { ids: [...ids] },
    save: async (change) => {
      const reply = await previewPrices(change);
      setPrices(reply.ok ? reply.prices : null);
      return reply;
    },
  });
  const number = { valueAsNumber: true, shouldUnregister: true } as const;
  const field = { type: 'number', inputMode: 'decimal', step: 'any' } as const;
  return (
    <>
      <Form form={form} submit="Preview" onInput={() => setPrices(null)}>
        <Select
          label="Change by"
          value={by}
          onChange={({ currentTarget: { value } }) =>
            setBy(value === 'amount' ? 'amount' : 'percent')
          }
        >
          <option value="percent">Percent</option>
          <option value="amount">Amount in {currencyName()}</option>
        </Select>
        {by === 'percent' ? (
          <Field
            key={by}
            label="Percent"
            {...form.field('percent', number)}
            {...field}
            min={limits.pricePercent.min}
            max={limits.pricePercent.max}
            hint={`-10 changes ${formatPrice(50)} to ${formatPrice(45)}, and 10 changes it to ${formatPrice(55)}. Prices are rounded.`}
          />
        ) : (
          <Field
            key={by}
            label="Amount"
            {...form.field('amount', number)}
            {...field}
            hint={`-10 changes ${formatPrice(50)} to ${formatPrice(40)}, and 10 changes it to ${formatPrice(60)}.`}
          />
        )}
      </Form>
      <p role="status" className="hint">
        {prices && `${formatCount(prices.length)} new ${prices.length === 1 ? 'price' : 'prices'}`}
      </p>
      {prices && (
        <>
          <Button
            onClick={async () => {
              if ((await changePrices(prices)).ok) onDone();
            }}
          >
            Update
          </Button>
          <NewPrices prices={prices} />
        </>
      )}
    </>
  );
}

/** The maximum number listed, first by name. */
const listed = 100;

function NewPrices({ prices }: { readonly prices: Prices }) {
  return (
    <>
      <ul className="new-prices" aria-label="New prices">
        {prices.slice(0, listed).map(({ _id, title, price, newPrice }) => (
          <li key={_id}>
            <span>{title}</span>
            <span className="new-prices__change">
              <del>{formatPrice(price)}</del>
              <span className="visually-hidden"> becomes </span> {formatPrice(newPrice)}
            </span>
          </li>
        ))}
      </ul>
      {prices.length > listed && (
        <p className="hint">And {formatCount(prices.length - listed)} more.</p>
      )}
    </>
  );
}
