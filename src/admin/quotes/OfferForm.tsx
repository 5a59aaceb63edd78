import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { formatPrice, lineTotal, plainPrice } from '#shared/domain/money.ts';
import { quoteOffer, type Quote, type QuotedGoods } from '#shared/schemas/quotes.ts';
import { quotedGoods } from '../../api/admin-quotes.ts';
import { query } from '../../api/query.ts';
import { Field, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { nameOfLine } from '../../ui/line-choice.ts';
import { Form } from '../forms/Form.tsx';
import { plannedTime, toField } from '../forms/planned-time.ts';
import { zoneName } from '../time-zone.ts';
import { LineFields, toLine, type Draft } from './LineFields.tsx';
import { discountText } from './quoted-goods.ts';
import { offerQuote } from './quotes.ts';

const line = quoteOffer.shape.lines.element;
const draft = z
  .custom<Draft>()
  .transform((it): z.input<typeof line> => toLine(it))
  .pipe(line);
const offerForm = z.object({
  lines: z.array(draft),
  endsAt: plannedTime.pipe(quoteOffer.shape.endsAt.unwrap()),
  note: quoteOffer.shape.note,
});

/** To the minute. */
function inAFortnight(): string {
  const time = new Date(Date.now() + 14 * 24 * 60 * 60_000);
  return `${time.toISOString().slice(0, 16)}Z`;
}

const toDraft = ({
  product,
  title,
  size,
  color,
  sku,
  quantity,
  unitPrice,
}: Quote['lines'][number]): Draft => ({
  product: product?._id ?? '',
  ...{ title, sizes: product?.sizes ?? [], colors: product?.colors ?? [] },
  ...{ size: size ?? '', color: color ?? '', sku },
  ...{ quantity: String(quantity), unitPrice: plainPrice(unitPrice) },
});

/** What the products of these lines cost in the shop, and their stock. */
function useGoods(quote: string, lines: readonly Draft[]): readonly QuotedGoods[] {
  const products = [...new Set(lines.map((it) => it.product).filter(Boolean))].sort().join();
  const $goods = useMemo(
    () => (products ? query(quotedGoods(quote, products.split(','))) : atom({ body: null })),
    [quote, products],
  );
  return useStore($goods).body?.goods ?? [];
}

/** The offered lines, prices and end date, which are emailed to the company. */
export function OfferForm({ quote }: { readonly quote: Quote }) {
  const isOffered = quote.status === 'offered';
  const form = useForm({
    schema: offerForm,
    values: {
      lines: quote.lines.map(toDraft),
      endsAt: toField(isOffered ? quote.endsAt : inAFortnight()),
      note: quote.note,
    },
    save: ({ endsAt, ...values }, _, changes) =>
      offerQuote(quote._id, { ...values, ...(isOffered ? changes : { endsAt }) }),
  });
  const { field } = useController({ control: form.control, name: 'lines' });
  const lines: readonly Draft[] = field.value;
  const total = lines.reduce(
    (sum, it) => sum + (lineTotal(Number(it.unitPrice), Number(it.quantity)) || 0),
    0,
  );
  const goods = useGoods(quote._id, lines);
  const discount = discountText(goods, lines);
  if (quote.status === 'accepted') {
    return (
      <ul>
        {quote.lines.map((it) => (
          <li key={it._id}>
            {it.quantity} × {nameOfLine(it)}
            {it.sku && `, SKU ${it.sku}`}, {formatPrice(it.unitPrice)} each
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Form
      form={form}
      submit={isOffered ? 'Send a new offer' : 'Send offer'}
      className="panel offer-form"
    >
      <LineFields
        lines={lines}
        onChange={field.onChange}
        errorOf={form.errorOf}
        withoutTax={quote.taxFree}
        goods={goods}
      />
      <p>
        Products total{quote.taxFree && ', excluding tax'}: <strong>{formatPrice(total)}</strong>
      </p>
      {discount && <p className="hint">{discount}</p>}
      <Field
        label="Valid until"
        {...form.field('endsAt')}
        type="datetime-local"
        hint={`In ${zoneName()}`}
      />
      <TextArea
        label="Note"
        {...form.field('note')}
        rows={3}
        maxLength={2000}
        hint="Shown in the email and next to the prices."
      />
    </Form>
  );
}
