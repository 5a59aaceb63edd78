import { choiceOf } from '../ui/line-choice.ts';
import { readPending, type PendingProduct } from '../stores/pending-products.ts';

function fill(row: Element, { title, size, color, quantity, picture }: PendingProduct): void {
  const place = (name: string) => row.querySelector(`[data-${name}]`);
  if (picture) place('picture')?.append(Object.assign(new Image(), { src: picture, alt: '' }));
  const times = quantity > 1 ? ` × ${quantity}` : '';
  place('title')?.append((title ?? 'Your item') + times);
  place('choice')?.append(choiceOf({ size: size ?? null, color: color ?? null }));
}

// What was chosen last comes first.
const pending = readPending().toReversed();
const rows = [...document.querySelectorAll('[data-pending-list] > li')];
for (const [at, row] of rows.entries()) {
  const product = pending[at];
  if (product) fill(row, product);
  else row.remove();
}
const more = document.querySelector('[data-pending-more]');
if (more) more.textContent = `and ${pending.length - rows.length} more`;
