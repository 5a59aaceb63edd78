import type { PaymentKind } from '../domain/payment-kind.ts';
import { ownProviders } from '../own/providers.ts';
import { cash } from './cash/provider.ts';
import { paystack } from './paystack/provider.ts';
import type { PageProvider, PaymentFacts, PaymentProvider } from './provider.ts';
import { stripe } from './stripe/provider.ts';
import type { WayToPay } from '../schemas/orders.ts';
import { transfer } from './transfer/provider.ts';
import type { PaymentVariables } from './variables.ts';

/** All providers; those that the shop has not chosen before come in this order. */
export const providers: readonly PaymentProvider[] = [
  paystack,
  stripe,
  transfer,
  cash,
  ...ownProviders,
];

/** Undefined for unknown ones. */
export const findProvider = (name: string): PaymentProvider | undefined =>
  providers.find((it) => it.name === name);

/** What the back office calls a provider, also one that the shop no longer has. */
export const providerTitle = (name: string): string => findProvider(name)?.title ?? name;

/** With pages, an API and messages; undefined for others and unknown ones. */
export function pageProvider(name: string): PageProvider | undefined {
  const found = findProvider(name);
  return found?.kind === 'page' ? found : undefined;
}

/** What each provider takes, by name: as SQL needs it. */
export function factsOfAll(
  variables: PaymentVariables,
): Record<string, PaymentFacts & { kind: PaymentKind }> {
  return Object.fromEntries(
    providers.map((it) => [it.name, { kind: it.kind, ...it.facts(variables) }]),
  );
}

/** For each provider that needs a key, whether it is of live or test mode, or missing. */
export function modesOfAll(variables: PaymentVariables): Record<string, PaymentFacts['mode']> {
  return Object.fromEntries(
    providers
      .filter((it) => it.kind === 'page')
      .map((it) => [it.name, it.facts(variables).mode] as const),
  );
}

/** Providers as shoppers choose them. */
export function toWays(names: readonly string[]): WayToPay[] {
  return names
    .flatMap((name) => findProvider(name) ?? [])
    .map(({ name, action, kind }) => ({ name, action, kind }));
}
