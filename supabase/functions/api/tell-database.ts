import { connectAsService } from '../_shared/queries/database.ts';
import { JsonValue } from '../_shared/queries/json-value.ts';
import type { Settings } from '../_shared/settings.ts';

const told = new WeakMap<Settings['keptInSql'], Promise<unknown>>();

/**
 * SQL goes by some settings too, since not every order comes through this API. Each instance tells it once, before its
 * first order. Where that fails, SQL goes by what it heard last, and the next order tries again.
 */
export async function tellDatabase(settings: Settings): Promise<void> {
  const { keptInSql, log } = settings;
  const given = { p_settings: new JsonValue(keptInSql) };
  const telling =
    told.get(keptInSql) ?? connectAsService(settings).call('keep_function_settings', given);
  told.set(keptInSql, telling);
  try {
    await telling;
  } catch (error) {
    told.delete(keptInSql);
    const reason = error instanceof Error ? error.message : String(error);
    log(JSON.stringify({ level: 'warn', event: 'settings_not_told', reason }));
  }
}
