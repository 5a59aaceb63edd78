import { useStore } from '@nanostores/react';
import { menuLink, type MenuLink } from '#shared/schemas/shop-frame.ts';
import { routes } from '../../routes.ts';
import { Field, Select } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { $categories } from '../categories/categories.ts';
import { Form, LinkField } from '../forms/Form.tsx';
import { $pageTargets } from './link-targets.ts';
import { saveLink, type MenuName } from './menus.ts';

interface LinkFormProps {
  readonly menu: MenuName;
  /** Null for a new one. */
  readonly link: (MenuLink & { readonly place: number }) | null;
  readonly onDone: () => void;
}

/** A link of a menu: a page of the shop, a category, or any other address. */
export function LinkForm({ menu, link, onDone }: LinkFormProps) {
  const categories = useStore($categories);
  const pages = useStore($pageTargets);
  const form = useForm({
    schema: menuLink,
    values: { label: link?.label ?? '', href: link?.href ?? '' },
    save: (values) => saveLink(menu, link?.place ?? null, values),
    onSaved: onDone,
  });
  const targets = [
    ...pages,
    ...categories.map(({ _id, name }) => [routes.productCategory(_id), name] as const),
  ];
  const href = form.watch('href');
  const nameOf = (address: string) => targets.find(([it]) => it === address)?.[1] ?? '';
  function choose(address: string): void {
    const proposed = ['', nameOf(href)].includes(form.getValues('label'));
    form.setValue('href', address, { shouldDirty: true });
    if (proposed) form.setValue('label', nameOf(address), { shouldDirty: true });
  }
  return (
    <Form form={form} submit={link ? 'Update' : 'Add'}>
      <Select
        label="Leads to"
        value={nameOf(href) ? href : ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">Another address</option>
        <optgroup label="Pages">
          {pages.map(([address, name]) => (
            <option key={address} value={address}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Categories">
          {categories.map(({ _id, name }) => (
            <option key={_id} value={routes.productCategory(_id)}>
              {name}
            </option>
          ))}
        </optgroup>
      </Select>
      <LinkField label="Address" {...form.field('href')} />
      <Field label="Label" {...form.field('label')} maxLength={40} autoComplete="off" />
    </Form>
  );
}
