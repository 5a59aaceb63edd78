import { lazy } from '../forms/lazy.tsx';

export const RedirectForm = lazy(
  'form',
  async () => (await import('./RedirectForm.tsx')).RedirectForm,
);
export const RedirectFiles = lazy(
  'form',
  async () => (await import('./RedirectFiles.tsx')).RedirectFiles,
);
