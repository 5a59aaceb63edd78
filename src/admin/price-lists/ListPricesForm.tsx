import { useStore } from '@nanostores/react';
import { formatPrice, plainPrice } from '#shared/domain/money.ts';
import { listPricesForm, type ListPrices } from '#shared/schemas/price-lists.ts';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { listPrices } from '../../api/admin-price-lists.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { useEditedVersion } from '../forms/use-edited-version.ts';
import { Loading } from '../listing/Loading.tsx';
import { variantName } from '../stock/variant-fields.ts';
import { saveListPrices } from './price-lists.ts';
import { QuantityFields } from './QuantityFields.tsx';
import './list-prices-form.css';

interface ListPricesFormProps {
  readonly list: string;
  readonly product: string;
  readonly onDone: () => void;
}

/** The prices and order quantities of a product in a price list. */
export function ListPricesForm({ list, product, onDone }: ListPricesFormProps) {
  const of = listPrices(list, product);
  const [$prices] = useState(() => query(of));
  return (
    <Loading loaded={useStore($prices)} path={of.path} what="prices">
      {({ listPrices: prices }) => <PricesForm {...{ list, prices, onDone }} />}
    </Loading>
  );
}

interface PricesFormProps {
  readonly list: string;
  /** The saved values. */
  readonly prices: ListPrices;
  readonly onDone: () => void;
}

interface Row {
  readonly variant: string | null;
  readonly quantity: number | string;
  readonly price: number | string;
}

function PricesForm({ list, prices: saved, onDone }: PricesFormProps) {
  const said = useId();
  const [isOld, setOld] = useState(false);
  const { version, settled } = useEditedVersion(saved);
  const { product, retail, variants, general } = saved;
  const form = useForm({
    schema: listPricesForm,
    values: {
      prices: saved.prices.map((it): Row => ({
        ...it,
        variant: it.variant ?? '',
        price: plainPrice(it.price),
      })),
      minimum: String(saved.minimum ?? ''),
      multiple: String(saved.multiple ?? ''),
    },
    async save(values) {
      const { prices, minimum, multiple } = version;
      const outcome = await saveListPrices(list, {
        ...{ product, ...values },
        known: { prices, minimum, multiple },
      });
      settled(outcome);
      setOld(!outcome.ok && outcome.code === 'changed_meanwhile');
      return outcome;
    },
    onSaved: onDone,
  });
  const { field } = useController({ control: form.control, name: 'prices' });
  const rows: readonly Row[] = field.value;
  const nameOf = (variant: string | null) => {
    const found = variants.find((it) => it._id === variant);
    return found ? variantName(found) : 'All sizes and colors';
  };
  const errorOf = (at: number) =>
    ['', '.variant', '.quantity', '.price']
      .map((it) => form.errorOf(`prices.${at}${it}`))
      .find(Boolean);
  const input = (at: number, name: 'quantity' | 'price', label: string) => (
    <input
      name={`prices.${at}.${name}`}
      aria-label={`${label}, row ${at + 1}`}
      aria-invalid={form.errorOf(`prices.${at}.${name}`) ? true : undefined}
      aria-describedby={errorOf(at) ? said : undefined}
      inputMode={name === 'price' ? 'decimal' : 'numeric'}
      autoComplete="off"
      required
      value={rows[at]?.[name] ?? ''}
      onChange={({ currentTarget }) => set(at, { [name]: currentTarget.value })}
    />
  );
  const set = (at: number, row: Partial<Row>) =>
    field.onChange(rows.map((it, place) => (place === at ? { ...it, ...row } : it)));
  const wrong = rows.flatMap((_, at) => (errorOf(at) ? [`Row ${at + 1}: ${errorOf(at)}`] : []));

  return (
    <Form form={form} submit="Save" className="list-prices-form">
      <p className="field__hint">
        {formatPrice(retail)} in the shop. Quantities of all sizes and colors in an order are added
        together. A price for one size and color overrides the price for all.
      </p>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col">From quantity</th>
              <th scope="col">Price</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <td>
                  <select
                    name={`prices.${at}.variant`}
                    aria-label={`Size and color, row ${at + 1}`}
                    value={row.variant ?? ''}
                    onChange={({ currentTarget }) => set(at, { variant: currentTarget.value })}
                  >
                    <option value="">All sizes and colors</option>
                    {variants.map((it) => (
                      <option key={it._id} value={it._id}>
                        {variantName(it)}, {formatPrice(it.retail)}
                      </option>
                    ))}
                  </select>
                </td>
                <td data-label="From quantity">{input(at, 'quantity', 'From quantity')}</td>
                <td data-label="Price">{input(at, 'price', 'Price')}</td>
                <td>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Remove row ${at + 1}`}
                    onClick={() => field.onChange(rows.toSpliced(at, 1))}
                  >
                    <X aria-hidden size={16} />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {wrong.length > 0 && (
        <ul id={said} className="field__error">
          {wrong.map((it) => (
            <li key={it}>{it}</li>
          ))}
        </ul>
      )}
      {isOld && (
        <p className="field__error" role="alert">
          Somebody else saved:{' '}
          {saved.prices
            .map((it) => `${nameOf(it.variant)}, ${it.quantity}+ ${formatPrice(it.price)}`)
            .join('; ') || 'no prices'}
          . Save again to replace them with yours.
        </p>
      )}
      <div>
        <Button
          look="link"
          onClick={() => field.onChange([...rows, { variant: '', quantity: '', price: '' }])}
        >
          + Add price
        </Button>
      </div>
      <QuantityFields
        field={form.field}
        hint={
          general.minimum === null
            ? 'Leave empty for any quantity'
            : `Leave empty for the default of all lists: ${general.minimum} or more, packs of ${general.multiple}`
        }
      />
    </Form>
  );
}
