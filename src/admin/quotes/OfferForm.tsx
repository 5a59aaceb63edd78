import { useController } from 'react-hook-form';
import { z } from 'zod';
import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import { quoteOffer, type Quote } from '#shared/schemas/quotes.ts';
import { Field, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { localTime, toLocalTime } from '../forms/local-time.ts';
import { LineFields, toLine, type Draft } from './LineFields.tsx';
import { offerQuote } from './quotes.ts';

const line = quoteOffer.shape.lines.element;
const draft = z
  .custom<Draft>()
  .transform((it): z.input<typeof line> => toLine(it))
  .pipe(line);
const offerForm = z.object({
  lines: z.array(draft),
  endsAt: localTime.pipe(quoteOffer.shape.endsAt),
  note: quoteOffer.shape.note,
});

const fortnightMs = 14 * 24 * 60 * 60_000;

const toDraft = ({
  product,
  title,
  size,
  color,
  quantity,
  unitPrice,
}: Quote['lines'][number]): Draft => ({
  product: product?._id ?? '',
  ...{ title, sizes: product?.sizes ?? [], colors: product?.colors ?? [] },
  ...{ size: size ?? '', color: color ?? '' },
  ...{ quantity: String(quantity), unitPrice: unitPrice.toFixed(2) },
});

/** The offered lines, prices and end date, which are emailed to the company. */
export function OfferForm({ quote }: { readonly quote: Quote }) {
  const form = useForm({
    schema: offerForm,
    values: {
      lines: quote.lines.map(toDraft),
      endsAt: toLocalTime(
        quote.status === 'offered'
          ? quote.endsAt
          : new Date(Date.now() + fortnightMs).toISOString(),
      ),
      note: quote.note,
    },
    save: (values) => offerQuote(quote._id, values),
  });
  const { field } = useController({ control: form.control, name: 'lines' });
  const lines: readonly Draft[] = field.value;
  const total = lines.reduce(
    (sum, it) => sum + (lineTotal(Number(it.unitPrice), Number(it.quantity)) || 0),
    0,
  );
  if (quote.status === 'accepted') {
    return (
      <ul>
        {quote.lines.map((it) => (
          <li key={it._id}>
            {it.quantity} × {it.title}, {formatPrice(it.unitPrice)} each
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Form
      form={form}
      submit={quote.status === 'offered' ? 'Send a new offer' : 'Send offer'}
      className="panel offer-form"
    >
      <LineFields
        lines={lines}
        onChange={field.onChange}
        errorOf={form.errorOf}
        withoutTax={quote.taxFree}
      />
      <p>
        Products total{quote.taxFree && ', excluding tax'}: <strong>{formatPrice(total)}</strong>
      </p>
      <Field
        label="Valid until"
        {...form.field('endsAt')}
        type="datetime-local"
        hint="In your time zone"
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
