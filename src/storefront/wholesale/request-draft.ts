import type { CompanyInput } from '#shared/schemas/companies.ts';

const key = 'hemline:wholesale-request';

/** Saves the request during the sign-in. */
export const keepDraft = (draft: Partial<CompanyInput>): void =>
  sessionStorage.setItem(key, JSON.stringify(draft));

/** Takes the request entered before the sign-in. */
export function takeDraft(): Partial<CompanyInput> {
  const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  sessionStorage.removeItem(key);
  return typeof draft === 'object' && draft !== null ? draft : {};
}
