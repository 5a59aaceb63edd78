import { useStore } from '@nanostores/react';
import { productsSection } from '#shared/schemas/home.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { productPage } from '../../api/admin-products.ts';
import { resource } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { Picker } from '../forms/Picker.tsx';
import { saveSection, type ProductsSection } from './home.ts';

interface ProductsFormProps {
  /** Null for a new one. */
  readonly section: ProductsSection | null;
  readonly onDone: () => void;
}

const schema = productsSection.pick({ heading: true, products: true });
const found = (q: string) => productPage(new URLSearchParams({ q, limit: '8' }).toString());
const namesOf = (ids: readonly string[]) =>
  query(
    resource<{ products: Product[] }>(`/products/by-ids?products=${ids.join()}`, {
      products: 'array',
    }),
  );

/** A row of chosen products, in the order in which they were chosen. */
export function ProductsForm({ section, onDone }: ProductsFormProps) {
  const { heading = '', products = [] } = section ?? {};
  const [$known] = useState(() => namesOf(products));
  const { body } = useStore($known);
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const form = useForm({
    schema,
    values: { heading, products },
    save: (values) =>
      saveSection({
        ...{ kind: 'products', id: section?.id ?? crypto.randomUUID() },
        ...{ shown: section?.shown ?? true, ...values },
      }),
    onSaved: onDone,
  });
  const { field } = useController({ control: form.control, name: 'products' });
  const chosen = field.value ?? [];
  const nameOf = (id: string) =>
    picked[id] ?? body?.products.find((it) => it._id === id)?.title ?? 'A product not on sale';
  return (
    <Form form={form} submit={section ? 'Update' : 'Add'}>
      <Field label="Heading" {...form.field('heading')} maxLength={100} autoComplete="off" />
      <ol className="content-chosen">
        {chosen.map((id) => (
          <li key={id}>
            <span id={`chosen-${id}`}>{nameOf(id)}</span>
            <Button
              look="link"
              aria-describedby={`chosen-${id}`}
              onClick={() => field.onChange(chosen.filter((it) => it !== id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <Picker
        label="Add a product"
        resource={found}
        rowsOf={(it) => it.rows.filter(({ _id }) => !chosen.includes(_id))}
        nameOf={({ title }) => ({ title })}
        error={form.errorOf('products')}
        onPick={({ _id, title }) => {
          setPicked({ ...picked, [_id]: title });
          field.onChange([...chosen, _id]);
        }}
        atOnce
      />
    </Form>
  );
}
