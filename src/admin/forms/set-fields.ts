/**
 * Sets the fields of a form that also has files: all values, or only those that were changed. Without this, an unchecked box
 * sends nothing, and a time is not in UTC.
 */
export function setFields(data: FormData, values: object, sent = values): void {
  for (const name of Object.keys(values)) data.delete(name);
  for (const [name, value] of Object.entries(sent)) data.set(name, String(value ?? ''));
}
