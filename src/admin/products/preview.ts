import type { ProductPreview } from '#shared/schemas/products.ts';
import { routes } from '../../routes.ts';

/**
 * Opens the page of the shop as it would be with these values, in a tab of its own; the next preview takes the same tab.
 * Pictures that were chosen and not sent yet are shown by their `blob:` addresses, as long as this page is open.
 */
export function openPreview(values: ProductPreview): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = routes.productPreview();
  form.target = 'hemline-preview';
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'product';
  field.value = JSON.stringify(values);
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
