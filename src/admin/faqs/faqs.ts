import { messages } from '#shared/messages.ts';
import type { FaqInput } from '#shared/schemas/faqs.ts';
import * as api from '../../api/admin-faqs.ts';
import { change, remove } from '../changes.ts';
import { placement } from '../listing/placement.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/faqs'];
const { created, updated, removed, failed } = messages.faqs;

/** In the order of the page, not newest first, unless they are sorted. */
export const faqs = tableList(api.faqPage, { sorts: ['question', 'created'] });

/** Creates or updates a question. */
export const saveFaq = (id: string | null, fields: FaqInput) =>
  id === null
    ? change(api.createFaq(fields), paths, { done: created, failed })
    : change(api.updateFaq(id, fields), paths, { done: updated, failed });

export const removeFaq = (id: string) =>
  remove(api.deleteFaq(id), { ids: [id], list: faqs, paths, failed, done: () => removed });

export const faqPlacement = placement(faqs, (id, place) =>
  change(api.placeFaq(id, place), paths, { failed }),
);
