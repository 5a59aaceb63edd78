import type { ProductPreview } from '#shared/schemas/products.ts';
import { routes } from '../../routes.ts';

/**
 * Previews the product page with these values in a separate tab, which later previews reuse. Pictures that are not uploaded yet
 * are shown by their `blob:` URLs, as long as this page is open.
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
