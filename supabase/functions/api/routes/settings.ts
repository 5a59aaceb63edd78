import { settingsReply, type SettingsOverview } from '../../_shared/schemas/settings.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/settings.ts';

/** Of all ways to pay that are on: test mode of one is told. */
function modeOf(modes: readonly string[]): SettingsOverview['payments']['mode'] {
  if (modes.includes('test')) return 'test';
  return modes.includes('live') ? 'live' : 'off';
}

export const settings: Call[] = [
  call(
    {
      method: 'GET',
      path: '/settings',
      summary: 'What is set up in the shop, and what is missing',
      access: 'admin',
      reply: settingsReply,
    },
    async ({ db, settings: { databaseSettings, mail } }) => {
      const { ways, ...stored } = await queries.readSettings(db);
      const facts = ways.flatMap((name) => databaseSettings.PAYMENT_PROVIDERS[name] ?? []);
      const usable = facts.filter((it) => it.mode !== 'off');
      return {
        ...stored,
        payments: {
          mode: modeOf(usable.map((it) => it.mode)),
          minimum:
            usable.length === 0 ? 0 : Math.min(...usable.map((it) => it.minimums['USD'] ?? 0)),
        },
        mail: { ...stored.mail, from: mail?.from ?? null },
      };
    },
  ),
];
