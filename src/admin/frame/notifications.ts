import { atom, onMount } from 'nanostores';
import type { Notification } from '#shared/schemas/dashboard.ts';
import { fetchNotifications, seeNotifications } from '../../api/admin-dashboard.ts';

export interface Bell {
  readonly items: readonly Notification[];
  /** Since the bell was last opened; counted to 100. */
  readonly unseen: number;
  readonly loading: boolean;
  readonly failed: boolean;
}

export const $bell = atom<Bell>({ items: [], unseen: 0, loading: true, failed: false });

const everyMs = 60_000;

async function loadBell(): Promise<void> {
  const reply = await fetchNotifications();
  const before = $bell.get();
  $bell.set(
    reply.ok
      ? { items: reply.notifications, unseen: reply.unseen, loading: false, failed: false }
      : { ...before, loading: false, failed: true },
  );
}

/** What is new keeps its mark as long as the list stands open. */
export async function openBell(): Promise<void> {
  await loadBell();
  if ($bell.get().unseen === 0) return;
  const reply = await seeNotifications();
  if (reply.ok) $bell.set({ ...$bell.get(), unseen: 0 });
}

onMount($bell, () => {
  // The top bar is rendered ahead too, where nobody is signed in.
  if (typeof window === 'undefined') return;
  void loadBell();
  const timer = setInterval(() => {
    if (!document.hidden) void loadBell();
  }, everyMs);
  return () => clearInterval(timer);
});
