import { findProvider } from '../../_shared/payments/providers.ts';
import { settingsReply } from '../../_shared/schemas/settings.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/settings.ts';

export const settings: Call[] = [
  call(
    {
      method: 'GET',
      path: '/settings',
      summary: 'What is set up in the shop, and what is missing',
      access: 'admin',
      reply: settingsReply,
    },
    async ({ db, settings: { payments, mail } }) => {
      const { ways, ...stored } = await queries.readSettings(db);
      return {
        ...stored,
        payments: ways
          .flatMap((name) => findProvider(name) ?? [])
          .map((it) => {
            const { mode, minimums } = it.facts(payments);
            return { title: it.title, mode, minimum: minimums[stored.currency] ?? 0 };
          }),
        mail: { ...stored.mail, from: mail?.from ?? null },
      };
    },
  ),
];
