import { messages } from '#shared/messages.ts';
import type { FaqInput, FaqRow } from '#shared/schemas/faqs.ts';
import * as api from '../../api/admin-faqs.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { changeAddress } from '../listing/address-state.ts';
import { noPage, pagedList } from '../listing/paged-list.ts';
import { readTableQuery, tableParams } from '../listing/table-query.ts';
import { undoAction } from '../trash/undo.ts';

export const faqSorts = ['question', 'created'] as const;

/** In the order of the page, not newest first, unless they are sorted. */
export const faqs = pagedList<FaqRow>(
  async (query) => {
    const reply = await api.fetchFaqPage(tableParams(query));
    return reply.ok ? { rows: reply.faqs, total: reply.total } : noPage(reply);
  },
  { sorts: faqSorts },
);

/** A new question, or the change of one. */
export async function saveFaq(id: string | null, fields: FaqInput): Promise<Outcome> {
  const reply = id === null ? await api.createFaq(fields) : await api.updateFaq(id, fields);
  if (reply.ok) {
    toastSuccess(id === null ? messages.faqs.created : messages.faqs.updated);
    await faqs.load();
  } else toastError(messages.faqs.failed);
  return outcomeOf(reply);
}

export async function removeFaq(id: string): Promise<boolean> {
  pressed = null;
  const reply = await api.deleteFaq(id);
  if (reply.ok) {
    toastSuccess(messages.faqs.removed, undoAction(reply.undo, faqs.load));
    await faqs.load();
  } else toastError(messages.faqs.failed);
  return reply.ok;
}

let moves = Promise.resolve();
/** The arrow that was pressed last: the focus goes along with its question, wherever that stands then. */
let pressed: { readonly id: string; readonly by: -1 | 1 } | null = null;

/** Which way a question was just moved; null for all others. */
export const justMoved = (id: string): -1 | 1 | null => (pressed?.id === id ? pressed.by : null);

/** One place up (-1) or down (1), once the moves before are done; goes along to another page of the table. */
export function moveFaq(id: string, by: -1 | 1): Promise<void> {
  pressed = { id, by };
  moves = moves.then(() => moveNow(id, by));
  return moves;
}

async function moveNow(id: string, by: -1 | 1): Promise<void> {
  const row = faqs.$list.get().rows.find((it) => it._id === id);
  if (!row) return;
  const place = row.place + by;
  const reply = await api.placeFaq(id, place);
  if (!reply.ok) toastError(messages.faqs.failed);
  else {
    const page = Math.ceil(place / readTableQuery(location.search).limit);
    changeAddress({ page: page === 1 ? null : String(page) });
  }
  await faqs.load();
}
