import { paymentMethodMessages as texts } from '../../_shared/payment-method-messages.ts';
import type { PaymentProvider } from '../../_shared/payments/provider.ts';
import { findProvider, providers } from '../../_shared/payments/providers.ts';
import type { Db } from '../../_shared/queries/database.ts';
import type { PaymentMethodRow } from '../../_shared/queries/payment-rows.ts';
import {
  paymentMethodChecked,
  paymentMethodsInput,
  paymentMethodsReply,
  paymentMethodsSaved,
  type PaymentMethod,
} from '../../_shared/schemas/payment-methods.ts';
import type { Settings } from '../../_shared/settings.ts';
import { call, type Call } from '../call.ts';
import { syncDatabaseSettings } from '../database-settings.ts';
import { notFound } from '../errors.ts';
import * as queries from '../queries/payment-methods.ts';

function toMethod(
  { payments, publicUrl }: Settings,
  provider: PaymentProvider,
  row: PaymentMethodRow | undefined,
  currency: string,
): PaymentMethod {
  const { name, title, kind } = provider;
  const { mode, currencies, minimums, countries: onlyTo } = provider.facts(payments);
  const isPage = provider.kind === 'page';
  return {
    ...{ name, title, kind, mode },
    isOn: row?.is_on ?? false,
    countries: row?.countries ?? [],
    days: row?.days ?? 7,
    secrets: isPage ? [...provider.secrets] : [],
    currencies: currencies && [...currencies],
    minimum: minimums[currency] ?? 0,
    onlyTo: onlyTo && [...onlyTo],
    webhook: isPage ? `${publicUrl}/functions/v1/payments/webhook/${name}` : null,
  };
}

/** The chosen ones in the order of the checkout, then the others. */
async function listMethods(db: Db, settings: Settings): Promise<PaymentMethod[]> {
  const [rows, currency] = await Promise.all([queries.readMethods(db), db.call('shop_currency')]);
  const known = rows.flatMap((row) => findProvider(row.provider) ?? []);
  return [...new Set([...known, ...providers])].map((provider) =>
    toMethod(
      settings,
      provider,
      rows.find((it) => it.provider === provider.name),
      currency,
    ),
  );
}

const works = (message: string) => ({ works: true, message });
const fails = (message: string) => ({ works: false, message });

async function checkProvider(db: Db, { payments }: Settings, provider: PaymentProvider) {
  if (provider.kind === 'page') {
    if (provider.facts(payments).mode === 'off') return fails(texts.noKey(provider.secrets));
    const problem = await provider.check(payments);
    return problem === null ? works(texts.answers(provider.title)) : fails(problem);
  }
  if (provider.kind === 'on_delivery') return works(texts.onDelivery);
  return (await queries.readBankAccount(db)) ? works(texts.hasAccount) : fails(texts.noAccount);
}

export const paymentMethods: Call[] = [
  call(
    {
      method: 'GET',
      path: '/payments/methods',
      summary:
        'All payment providers in the order of the checkout: which are on, for which countries, and what each of them takes',
      access: 'admin',
      guardedInSql: true,
      reply: paymentMethodsReply,
    },
    async ({ db, settings }) => ({ methods: await listMethods(db, settings) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/payments/methods',
      summary:
        'Choose which payment providers are on, in the order of the checkout; the list has to name each of them. One without its key cannot be switched on',
      access: 'admin',
      body: paymentMethodsInput,
      reply: paymentMethodsSaved,
      errors: ['no_key', 'no_bank_account'],
    },
    async ({ db, settings, body }) => {
      // SQL decides by what the providers of this version take.
      await syncDatabaseSettings(settings);
      await queries.saveMethods(db, body);
      return { message: texts.saved, methods: await listMethods(db, settings) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/payments/methods/:name/check',
      summary: 'Ask a payment provider whether it accepts the key, or say what is missing for it',
      access: 'admin',
      reply: paymentMethodChecked,
    },
    async ({ c, db, settings }) => {
      const provider = findProvider(c.req.param('name') ?? '');
      if (!provider) throw notFound('Payment provider');
      return checkProvider(db, settings, provider);
    },
  ),
];
