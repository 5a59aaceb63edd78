/**
 * Previews a page of the shop with these values in a separate tab, which later previews reuse. Pictures that are not uploaded yet
 * are shown by their `blob:` URLs, as long as this page is open.
 */
export function openPreview(address: string, values: object): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.enctype = 'multipart/form-data';
  form.action = address;
  form.target = 'hemline-preview';
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'preview';
  field.value = JSON.stringify(values);
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
