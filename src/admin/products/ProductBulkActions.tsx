import { useStore } from '@nanostores/react';
import { availabilities } from '#shared/domain/availability.ts';
import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import type { ProductBulk } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { categories } from '../categories/categories.ts';
import { SaveButton } from '../forms/SaveButton.tsx';
import { SelectField } from '../forms/SelectField.tsx';
import { textOf, useSubmit } from '../forms/use-submit.ts';
import { BulkDelete } from '../listing/BulkDelete.tsx';
import type { Selected } from '../listing/DataTable.tsx';
import { AvailabilityOptions } from './AvailabilityOptions.tsx';
import { changeProducts } from './products.ts';

const actions = [
  { name: 'availability', label: 'Availability', title: 'Change the availability' },
  { name: 'category', label: 'Category', title: 'Change the category' },
  { name: 'price', label: 'Price', title: 'Change the price' },
] as const;
type ActionName = (typeof actions)[number]['name'];

const counted = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`;

/** What can be done to all selected products at once. */
export function ProductBulkActions({ ids, clear }: Selected) {
  const [asked, setAsked] = useState<ActionName | null>(null);
  const open = actions.find((it) => it.name === asked);
  const close = () => setAsked(null);
  const done = () => {
    close();
    clear();
  };
  return (
    <>
      {actions.map((it) => (
        <button
          key={it.name}
          type="button"
          className="link-button"
          onClick={() => setAsked(it.name)}
        >
          {it.label}
        </button>
      ))}
      <BulkDelete
        {...{ ids, clear }}
        nouns={['product', 'products']}
        question={messages.products.confirmDeleteMany}
        remove={async () => (await changeProducts({ action: 'delete', ids: [...ids] })).ok}
      />
      <Modal
        title={open ? `${open.title} of ${counted(ids.length)}` : ''}
        open={open !== undefined}
        onClose={close}
      >
        {open && <BulkForm action={open.name} ids={ids} onDone={done} />}
      </Modal>
    </>
  );
}

interface BulkFormProps {
  readonly action: ActionName;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

function readChange(action: ActionName, ids: string[], form: FormData): ProductBulk {
  switch (action) {
    case 'availability': {
      const availability = availabilities.find((it) => it === textOf(form, 'availability'));
      return { action, ids, availability: availability ?? 'InStock' };
    }
    case 'category':
      return { action, ids, categoryId: textOf(form, 'categoryId') };
    case 'price':
      return { action, ids, percent: Number(textOf(form, 'percent')) };
  }
}

function BulkForm({ action, ids, onDone }: BulkFormProps) {
  const { rows } = useStore(categories.$list);
  const { busy, errorOf, onSubmit } = useSubmit(
    (form) => changeProducts(readChange(action, [...ids], form)),
    onDone,
  );
  return (
    <form className="form" onSubmit={onSubmit}>
      {action === 'availability' && (
        <SelectField label="Availability" name="availability" error={errorOf('availability')}>
          <AvailabilityOptions />
        </SelectField>
      )}
      {action === 'category' && (
        <SelectField
          label="Select Category"
          name="categoryId"
          required
          error={errorOf('categoryId')}
        >
          <option value="">Select Category</option>
          {rows.map((category) => (
            <option key={category._id} value={category._id}>
              {category.name}
            </option>
          ))}
        </SelectField>
      )}
      {action === 'price' && (
        <Field
          label="Percent"
          name="percent"
          type="number"
          inputMode="decimal"
          step="any"
          min={limits.pricePercent.min}
          max={limits.pricePercent.max}
          required
          hint="-10 makes $50.00 into $45.00, 10 makes it $55.00. Prices are rounded to the cent."
          error={errorOf('percent')}
        />
      )}
      <SaveButton label="Update" busy={busy} />
    </form>
  );
}
