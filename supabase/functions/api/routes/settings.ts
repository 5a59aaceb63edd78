import { settingsReply, type SettingsOverview } from '../../_shared/schemas/settings.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/settings.ts';

/** The provider names its keys by what they are for; that of the sandbox is no live one. */
function modeOf(secretKey: string): SettingsOverview['payments']['mode'] {
  if (secretKey === '') return 'off';
  return secretKey.startsWith('sk_live_') ? 'live' : 'test';
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
    async ({ db, settings: { paystack, databaseSettings, mail } }) => {
      const stored = await queries.readSettings(db);
      return {
        ...stored,
        payments: {
          mode: modeOf(paystack.secretKey),
          minimum: databaseSettings.PAYMENT_MINIMUMS['USD'] ?? 0,
        },
        mail: { ...stored.mail, from: mail?.from ?? null },
      };
    },
  ),
];
