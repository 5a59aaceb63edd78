import { inject } from 'vitest';
import { readSettings, type Settings } from '#shared/settings.ts';
import { createApp } from '../../supabase/functions/api/app.ts';

/** The settings of the stack's functions, which log in to the database with few rights. */
export function settingsHere(more: Record<string, string> = {}): Settings {
  const { url, anonKey, serviceRoleKey, siteUrl, dbUrl } = inject('stack');
  const environment: Record<string, string> = {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_DB_URL: dbUrl,
    DATABASE_URL: dbUrl.replace('//postgres:', '//authenticator:'),
    SITE_URL: siteUrl,
    ...more,
  };
  return readSettings(
    (name) => environment[name],
    () => undefined,
  );
}

/** The same API as that of the stack, in this process. */
export const appHere = (more: Record<string, string> = {}) => createApp(settingsHere(more));
