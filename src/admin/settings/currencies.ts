import { currencyMessages } from '#shared/currency-messages.ts';
import { currencyName } from '#shared/domain/money.ts';
import type { ChoosableCurrency } from '#shared/schemas/currency.ts';
import { currencies, saveCurrency } from '../../api/admin-currency.ts';
import type { Resource } from '../../api/client.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { change } from '../changes.ts';

interface Choice {
  /** Its code. */
  readonly _id: string;
  /** Its name, decimals, and why it cannot be chosen. */
  readonly note: string;
}

const most = 8;
/** Suggested before anything is typed. */
const common = ['USD', 'EUR', 'GBP', 'JPY'];

export const decimalsText = (decimals: number): string =>
  decimals === 0 ? 'no decimals' : `${decimals} decimals`;

const noteOf = ({ code, decimals, tooFine }: ChoosableCurrency): string =>
  [
    currencyName(code),
    decimalsText(decimals),
    tooFine > 0 && `${tooFine} of your amounts have more`,
  ]
    .filter(Boolean)
    .join(', ');

/** The currencies whose code or name has these words. */
function choicesWith(all: readonly ChoosableCurrency[], q: string): Choice[] {
  const words = q.toLowerCase().split(' ');
  return all
    .filter(({ code }) =>
      q === ''
        ? common.includes(code)
        : words.every((it) => `${code} ${currencyName(code)}`.toLowerCase().includes(it)),
    )
    .slice(0, most)
    .map((it) => ({ _id: it.code, note: noteOf(it) }));
}

export const foundCurrencies = (q: string): Resource<{ readonly choices: readonly Choice[] }> => {
  const { path, fetch } = currencies();
  return {
    path: `${path}?q=${encodeURIComponent(q)}`,
    fetch: async () => {
      const reply = await fetch();
      return reply.ok ? { ok: true, choices: choicesWith(reply.currencies, q) } : reply;
    },
  };
};

/** Saves it and loads the page again, whose prices are then others. */
export async function chooseCurrency(currency: string): Promise<void> {
  const reply = await change(saveCurrency(currency), [], { failed: ({ message }) => message });
  if (reply.ok) moveWithToast(location.href, 'success', currencyMessages.saved);
}
