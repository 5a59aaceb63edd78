import { clearSeen, rememberSeen } from '../stores/seen.ts';
import { fetchCards } from './product-cards.ts';

const section = document.querySelector<HTMLElement>('[data-seen-lately]');

async function show(place: HTMLElement, ids: readonly string[]): Promise<void> {
  const list = await fetchCards(ids);
  if (!list) return;
  place.querySelector('[data-cards]')?.replaceChildren(...list.children);
  place.hidden = false;
}

if (section) {
  const others = rememberSeen(section.dataset['seenLately'] ?? '');
  // Without them, the page lacks nothing.
  if (others.length > 0) void show(section, others).catch(() => undefined);
  section.querySelector('[data-clear]')?.addEventListener('click', () => {
    clearSeen();
    section.hidden = true;
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  });
}
