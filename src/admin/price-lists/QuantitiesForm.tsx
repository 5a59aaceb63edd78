import { useStore } from '@nanostores/react';
import { orderQuantitiesForm, type ListPrices } from '#shared/schemas/price-lists.ts';
import { useState } from 'react';
import { orderQuantities } from '../../api/admin-price-lists.ts';
import { query } from '../../api/query.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { useEditedVersion } from '../forms/use-edited-version.ts';
import { Loading } from '../listing/Loading.tsx';
import { saveOrderQuantities } from './price-lists.ts';
import { QuantityFields } from './QuantityFields.tsx';

interface QuantitiesFormProps {
  readonly product: string;
  readonly onDone: () => void;
}

/** The default order quantities of a product, which price lists can override. */
export function QuantitiesForm({ product, onDone }: QuantitiesFormProps) {
  const of = orderQuantities(product);
  const [$quantities] = useState(() => query(of));
  return (
    <Loading loaded={useStore($quantities)} path={of.path} what="quantities">
      {({ listPrices: saved }) => <Quantities saved={saved} onDone={onDone} />}
    </Loading>
  );
}

function Quantities({
  saved,
  onDone,
}: {
  readonly saved: ListPrices;
  readonly onDone: () => void;
}) {
  const { version, settled } = useEditedVersion(saved);
  const { product, minimum, multiple } = version;
  const form = useForm({
    schema: orderQuantitiesForm,
    values: { minimum: String(minimum ?? ''), multiple: String(multiple ?? '') },
    async save(values) {
      const known = { minimum, multiple };
      const outcome = await saveOrderQuantities(product, { ...values, known });
      settled(outcome);
      return outcome;
    },
    onSaved: onDone,
  });
  return (
    <Form form={form} submit="Save">
      <QuantityFields
        field={form.field}
        hint="For companies, across all sizes and colors. A price list can override this."
      />
    </Form>
  );
}
