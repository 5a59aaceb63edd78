import { askAsService } from '../_shared/queries/asking.ts';
import type { Settings } from '../_shared/settings.ts';

const told = new WeakMap<Settings['keptInSql'], Promise<unknown>>();

/**
 * SQL goes by some settings too, since not every order comes through this API. Each instance tells it once, before its
 * first order. Where that fails, SQL goes by what it heard last, and the next order tries again.
 */
export async function tellDatabase(settings: Settings): Promise<void> {
  const { keptInSql, log } = settings;
  const telling =
    told.get(keptInSql) ??
    askAsService(settings)('keep_function_settings', { p_settings: keptInSql });
  told.set(keptInSql, telling);
  try {
    await telling;
  } catch (error) {
    told.delete(keptInSql);
    const reason = error instanceof Error ? error.message : String(error);
    log(JSON.stringify({ level: 'warn', event: 'settings_not_told', reason }));
  }
}
