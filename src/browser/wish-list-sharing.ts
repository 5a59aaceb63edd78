import { wishListMessages } from '#shared/wish-list-messages.ts';
import type { WishListLink } from '#shared/schemas/wish-lists.ts';
import { shareList, unshareList } from '../api/wish-lists.ts';
import { wishListRoutes } from '../wish-list-routes.ts';

const section = document.querySelector<HTMLElement>('[data-sharing]');
const form = section?.querySelector('form');
const field = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`);
const [name, address] = [field('with-name'), field('address')];

let link: WishListLink | null = null;

function say(text: string): void {
  const said = section?.querySelector('[data-said]');
  if (said) said.textContent = text;
}

/** Shows the form that shares the list, or the link of a shared one. */
export function showSharing(now: WishListLink | null): void {
  link = now;
  if (!section || !name || !address) return;
  section.hidden = false;
  if (now) name.checked = now.withName;
  address.value = now ? new URL(wishListRoutes.sharedWishList(now.token), location.href).href : '';
  for (const it of section.querySelectorAll<HTMLElement>('[data-shared], [data-not-shared]')) {
    it.hidden = (it.dataset['shared'] === undefined) === (now !== null);
  }
}

async function share(): Promise<void> {
  const isNew = link === null;
  const reply = await shareList(name?.checked ?? false);
  showSharing(reply.ok ? reply.link : link);
  say(reply.ok ? wishListMessages.shared : reply.message);
  if (reply.ok && isNew) address?.select();
}

async function stop(): Promise<void> {
  const reply = await unshareList();
  if (reply.ok) showSharing(null);
  say(reply.message);
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void share();
});
name?.addEventListener('change', () => {
  if (link) void share();
});
section?.querySelector('[data-stop]')?.addEventListener('click', () => void stop());
section?.querySelector('[data-copy]')?.addEventListener('click', () => {
  address?.select();
  // Without access to the clipboard, what is selected can be copied.
  navigator.clipboard.writeText(address?.value ?? '').then(
    () => say(wishListMessages.copied),
    () => say(wishListMessages.copyYourself),
  );
});
