import { connectAsService } from '../_shared/queries/database.ts';
import { JsonValue } from '../_shared/queries/json-value.ts';
import type { Settings } from '../_shared/settings.ts';

const synced = new WeakMap<Settings['databaseSettings'], Promise<unknown>>();

/**
 * Copies settings to the database, where SQL functions use them. Each instance does this once, before its first price or order. If it
 * fails, the previous settings apply and the next order retries.
 */
export async function syncDatabaseSettings(settings: Settings): Promise<void> {
  const { databaseSettings, log } = settings;
  const args = { p_settings: new JsonValue(databaseSettings) };
  const syncing =
    synced.get(databaseSettings) ?? connectAsService(settings).call('save_function_settings', args);
  synced.set(databaseSettings, syncing);
  try {
    await syncing;
  } catch (error) {
    synced.delete(databaseSettings);
    const reason = error instanceof Error ? error.message : String(error);
    log(JSON.stringify({ level: 'warn', event: 'settings_not_synced', reason }));
  }
}
