/** The button of a page that a link has filled (pages/cart/add.astro). */
import { addLinkedItems, type LinkedItem } from '../stores/linked-items.ts';
import { routes } from '../routes.ts';

const button = document.querySelector<HTMLButtonElement>('[data-add-items]');
const problems = document.querySelector('[data-problems]');

async function add(items: readonly LinkedItem[]): Promise<void> {
  const found = await addLinkedItems(items);
  if (found === null) return;
  if (found.length === 0) return location.assign(routes.cart());
  problems?.replaceChildren(
    ...found.map((it) => Object.assign(document.createElement('p'), { textContent: it })),
  );
}

button?.addEventListener('click', () => {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  const items = JSON.parse(button.dataset['addItems'] ?? '[]') as LinkedItem[];
  void add(items).finally(() => {
    button.ariaBusy = null;
  });
});
