import type { SettingsOverview } from '#shared/schemas/settings.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { settingsRoutes } from '../../settings-routes.ts';
import { currencyName, formatPrice } from '#shared/domain/money.ts';
import { formatDateAndTime } from '../../ui/format.ts';
import { zoneName } from '../time-zone.ts';
import { orderersText } from './orderers.ts';

/** `missing`: the shop promises or needs something that it does not say. `unused`: works without. */
type State = 'set' | 'missing' | 'unused';

/** A part of the settings and how it stands. */
export interface Part {
  readonly title: string;
  /** Omitted for what is not changed in the back office. */
  readonly href?: string;
  readonly state: State;
  readonly words: string;
}

export interface Group {
  readonly title: string;
  readonly parts: readonly Part[];
}

const many = (count: number, one: string, more = `${one}s`) =>
  `${count} ${count === 1 ? one : more}`;
/** A sentence that may end in an abbreviation. */
const ended = (words: string) => (words.endsWith('.') ? words : `${words}.`);
const sentences = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

/** All settings of the shop, in the order in which a shop is set up. */
export const overviewOf = (all: SettingsOverview): readonly Group[] => [
  {
    title: 'Selling',
    parts: [
      opening(all),
      shop(all),
      ...[stock(all), checkout(all), payments(all), shipping(all)],
      ...[taxes(all), invoices(all), returns(all)],
    ],
  },
  { title: 'Wholesale', parts: [bankAccount(all), priceLists(all), companies(all)] },
  {
    title: 'The office',
    parts: [
      customFields,
      mail(all),
      currency(all),
      timeZone(all),
      administrators(all),
      savedViews(all),
      audit(all),
    ],
  },
];

const opening = ({ open }: SettingsOverview): Part => ({
  title: 'Opening',
  href: settingsRoutes.opening(),
  state: open ? 'set' : 'missing',
  words: open ? 'The shop is open.' : 'The shop is not open yet: visitors see a door page.',
});

const shop = ({ shop: { name, email, description } }: SettingsOverview): Part => {
  const missing = [!email && 'email address', !description && 'description'].filter(Boolean);
  return {
    title: 'Shop',
    href: settingsRoutes.shop(),
    state: missing.length > 0 ? 'missing' : 'set',
    words: sentences(ended(name), missing.length > 0 && `No ${missing.join(', no ')}.`),
  };
};

const stock = ({ holdMinutes, runningLow, orderNumberPattern }: SettingsOverview): Part => ({
  title: 'Stock and orders',
  href: settingsRoutes.stock(),
  state: 'set',
  words: sentences(
    `${many(holdMinutes, 'minute')} to pay at checkout.`,
    `Running low from ${many(runningLow, 'piece')} down.`,
    `Orders are numbered like ${orderNumberPattern.replace('{number}', '48213')}.`,
  ),
});

const checkout = ({ whoMayOrder }: SettingsOverview): Part => ({
  title: 'Checkout',
  href: settingsRoutes.checkout(),
  state: 'set',
  words: `Who may order: ${orderersText[whoMayOrder].toLowerCase()}.`,
});

const modes = { live: '', test: ' in test mode', off: ' without a key' } as const;

function payments({ payments: ways }: SettingsOverview): Part {
  const part = { title: 'Payments', href: settingsRoutes.payments() } as const;
  const usable = ways.filter((it) => it.mode !== 'off');
  const names = ways.map(({ title, mode }) => title + modes[mode]).join(', ');
  const minimum = Math.min(...usable.map((it) => it.minimum));
  if (usable.length === 0) {
    return { ...part, state: 'missing', words: `${names || 'None is on'}: nobody can pay.` };
  }
  return {
    ...part,
    state: usable.length < ways.length ? 'missing' : 'set',
    words: sentences(`${names}.`, minimum > 0 && `Orders from ${formatPrice(minimum)}.`),
  };
}

function shipping({ shipping: { zones, methods, unserved, everywhere } }: SettingsOverview): Part {
  const part = { title: 'Shipping', href: routes.shipping() } as const;
  if (methods === 0) {
    return { ...part, state: 'unused', words: 'No methods: shipping is free everywhere.' };
  }
  return {
    ...part,
    state: unserved.length > 0 ? 'missing' : 'set',
    words: sentences(
      `${many(zones, 'zone')}, ${many(methods, 'method')}.`,
      unserved.length > 0 && `No method for ${unserved.join(', ')}: orders there are refused.`,
      !everywhere && 'Orders to countries in no zone are refused.',
    ),
  };
}

const taxes = ({ taxRates, pricesIncludeTax }: SettingsOverview): Part => ({
  title: 'Taxes',
  href: routes.taxes(),
  state: taxRates > 0 ? 'set' : 'unused',
  words:
    taxRates > 0
      ? `${many(taxRates, 'rate')}. Prices ${pricesIncludeTax ? 'include' : 'are without'} tax.`
      : 'No rates: nothing is taxed.',
});

const invoices = ({ sellerName, sellerAddress }: SettingsOverview): Part => ({
  title: 'Invoices',
  href: sellerAddress ? routes.taxes() : settingsRoutes.shop(),
  state: sellerAddress ? 'set' : 'missing',
  words: `${ended(`From ${sellerName}`)} ${sellerAddress ? 'With address.' : 'No address: invoices show only the name.'}`,
});

function returns({
  returns: { days, sendDays, payer, address },
  sellerAddress,
}: SettingsOverview): Part {
  const where = address
    ? 'With address.'
    : sellerAddress
      ? 'They go to the seller’s address on invoices.'
      : 'No address: customers are not told where to send returns.';
  return {
    title: 'Returns',
    href: settingsRoutes.returns(),
    state: address || sellerAddress ? 'set' : 'missing',
    words: sentences(
      `${many(days, 'day')} to ask, ${many(sendDays, 'day')} to send; the ${payer} pays.`,
      where,
    ),
  };
}

const bankAccount = ({ bankAccount: account, companies: { onTerms } }: SettingsOverview): Part => ({
  title: 'Bank account',
  href: routes.taxes(),
  state: account ? 'set' : 'missing',
  words: account
    ? `${many(onTerms, 'company orders', 'companies order')} on terms and pays to it.`
    : 'No bank account: orders on terms cannot be switched on.',
});

const priceLists = ({ priceLists: count }: SettingsOverview): Part => ({
  title: 'Price lists',
  href: companyRoutes.priceLists(),
  state: count > 0 ? 'set' : 'unused',
  words: count > 0 ? `${many(count, 'list')}.` : 'None: companies pay the prices of the shop.',
});

const companies = ({ companies: { approved, requested } }: SettingsOverview): Part => ({
  title: 'Companies',
  href: companyRoutes.companies(),
  state: approved > 0 ? 'set' : 'unused',
  words: sentences(
    approved > 0 ? `${many(approved, 'company buys', 'companies buy')} wholesale.` : 'None yet.',
    requested > 0 && `${many(requested, 'waits', 'wait')} for an answer.`,
  ),
});

const mail = ({ mail: { from, texts, failed } }: SettingsOverview): Part => ({
  title: 'Mail',
  href: routes.mail(),
  state: from === null ? 'missing' : 'set',
  words: sentences(
    from === null
      ? 'No sender: customers get no emails. Set MAIL_FROM.'
      : `${many(texts, 'type')} of email, from ${from}.`,
    failed > 0 && `${many(failed, 'email')} failed.`,
  ),
});

const customFields: Part = {
  title: 'Custom fields',
  href: settingsRoutes.customFields(),
  state: 'set',
  words: 'Fields of your own on products, customers, orders and companies.',
};

const currency = ({ currency: code }: SettingsOverview): Part => ({
  title: 'Currency',
  href: settingsRoutes.currency(),
  state: 'set',
  words: `All prices are in ${currencyName(code)} (${code}).`,
});

const timeZone = ({ timeZone: zone }: SettingsOverview): Part => ({
  title: 'Time zone',
  href: settingsRoutes.timeZone(),
  state: zone ? 'set' : 'missing',
  words: zone ? `${zoneName(zone)}.` : 'None chosen: days are counted in UTC.',
});

const administrators = ({ administrators: names }: SettingsOverview): Part => ({
  title: 'Administrators',
  state: 'set',
  words: `${names.join(', ')}. Add others with npm run admin.`,
});

const savedViews = ({ savedViews: count }: SettingsOverview): Part => ({
  title: 'Saved views',
  href: routes.orders(),
  state: count > 0 ? 'set' : 'unused',
  words:
    count > 0 ? `${many(count, 'view')} of yours, above their lists.` : 'Save one above any list.',
});

const audit = ({ lastChange }: SettingsOverview): Part => ({
  title: 'Audit trail',
  href: routes.audit(),
  state: lastChange ? 'set' : 'unused',
  words: lastChange
    ? `Last change by ${lastChange.actor}, ${formatDateAndTime(lastChange.at)}.`
    : 'No changes yet.',
});
