import { messages } from '#shared/messages.ts';
import type { SizeGuideInput } from '#shared/schemas/size-guides.ts';
import * as api from '../../api/admin-categories.ts';
import { change } from '../changes.ts';

const { saved, removed, failed } = messages.sizeGuides;
const paths = ['/categories'];

export const saveSizeGuide = (category: string, guide: SizeGuideInput) =>
  change(api.saveSizeGuide(category, guide), paths, {
    done: saved,
    failed: ({ status, message }) => (status === 409 ? message : failed),
  });

/** Resolves with whether it was deleted. */
export async function removeSizeGuide(category: string): Promise<boolean> {
  return (await change(api.deleteSizeGuide(category), paths, { done: removed, failed })).ok;
}
