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

export const createFaq = (faq: FaqInput) =>
  change(api.createFaq(faq), paths, { done: created, failed });

export const updateFaq = (id: string, changes: Partial<FaqInput>) =>
  change(api.updateFaq(id, changes), paths, { done: updated, failed });

export const removeFaq = (id: string) =>
  remove(api.deleteFaq(id), { ids: [id], list: faqs, paths, failed, done: () => removed });

export const faqPlacement = placement(faqs, (id, place) =>
  change(api.placeFaq(id, place), paths, { failed }),
);
