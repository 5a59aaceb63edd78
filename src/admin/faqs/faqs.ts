import { messages } from '#shared/messages.ts';
import type { Faq, FaqInput } from '#shared/schemas/faqs.ts';
import { atom, onMount } from 'nanostores';
import * as api from '../../api/admin-faqs.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import type { ListState } from '../listing/remote-list.ts';
import { undoAction } from '../trash/undo.ts';

/** In the order of the page, not newest first. */
export const $faqs = atom<ListState<Faq>>({ rows: [], loading: true, failed: false });

let latest = 0;

export async function loadFaqs(): Promise<void> {
  const mine = ++latest;
  const reply = await api.fetchFaqs();
  // An older answer must not overwrite a newer one.
  if (mine !== latest) return;
  const rows = reply.ok ? reply.faqs : $faqs.get().rows;
  $faqs.set({ rows, loading: false, failed: !reply.ok });
}

onMount($faqs, () => void loadFaqs());

/** A new question, or the change of one. */
export async function saveFaq(id: string | null, fields: FaqInput): Promise<Outcome> {
  const reply = id === null ? await api.createFaq(fields) : await api.updateFaq(id, fields);
  if (reply.ok) {
    toastSuccess(id === null ? messages.faqs.created : messages.faqs.updated);
    await loadFaqs();
  } else toastError(messages.faqs.failed);
  return outcomeOf(reply);
}

export async function removeFaq(id: string): Promise<boolean> {
  const reply = await api.deleteFaq(id);
  if (reply.ok) {
    toastSuccess(messages.faqs.removed, undoAction(reply.undo, loadFaqs));
    await loadFaqs();
  } else toastError(messages.faqs.failed);
  return reply.ok;
}

/** One place up (-1) or down (1); shown at once, and as it was again when the server refuses. */
export async function moveFaq(id: string, by: -1 | 1): Promise<void> {
  const before = $faqs.get();
  const rows = [...before.rows];
  const from = rows.findIndex((it) => it._id === id);
  const [moved] = rows.splice(from, 1);
  if (!moved) return;
  rows.splice(from + by, 0, moved);
  $faqs.set({ ...before, rows });
  const reply = await api.orderFaqs(rows.map((it) => it._id));
  if (reply.ok) return;
  toastError(messages.faqs.failed);
  $faqs.set(before);
}
