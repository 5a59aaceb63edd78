import type { PaymentKind } from '../domain/payment-kind.ts';
import { cash } from './cash/provider.ts';
import { paystack } from './paystack/provider.ts';
import type { PageProvider, PaymentFacts, PaymentProvider } from './provider.ts';
import { stripe } from './stripe/provider.ts';
import { transfer } from './transfer/provider.ts';
import type { PaymentVariables } from './variables.ts';

/** All providers; those that the shop has not chosen before come in this order. */
export const providers: readonly PaymentProvider[] = [paystack, stripe, transfer, cash];

/** With pages, an API and messages; undefined for others and unknown ones. */
export function pageProvider(name: string): PageProvider | undefined {
  return providers.find((it): it is PageProvider => it.kind === 'page' && it.name === name);
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
export function toWays(names: readonly string[]): { name: string; action: string }[] {
  return names.flatMap((name) => {
    const action = providers.find((it) => it.name === name)?.action;
    return action === undefined ? [] : [{ name, action }];
  });
}
