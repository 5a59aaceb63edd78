import type { CompanyInput } from '#shared/schemas/companies.ts';

const key = 'hemline:wholesale-request';

/** Saves what was entered while one signs in. */
export const keepDraft = (draft: Partial<CompanyInput>): void =>
  sessionStorage.setItem(key, JSON.stringify(draft));

/** What was entered before the sign-in, once. */
export function takeDraft(): Partial<CompanyInput> {
  const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  sessionStorage.removeItem(key);
  return typeof draft === 'object' && draft !== null ? draft : {};
}
