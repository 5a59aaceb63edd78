import { differenceText } from '#shared/domain/exchange.ts';
import { formatPrice, fromMinor, toMinor } from '#shared/domain/money.ts';
import type { ExchangeChoice, ReturnInput } from '#shared/schemas/returns.ts';
import { choiceOf } from '../ui/line-choice.ts';

/** A choice as an option of a select: `Ivory, L (you pay $5.00 each)`. */
export function optionText(choice: ExchangeChoice, quantity: number): string {
  const difference = differenceText(choice.difference, formatPrice);
  const each = difference && quantity > 1 ? `${difference} each` : difference;
  const left = choice.most === 0 ? 'sold out' : `${choice.most} left`;
  const note = choice.most < quantity ? left : each;
  return note ? `${choiceOf(choice)} (${note})` : choiceOf(choice);
}

/** When an exchange is sent, and at what cost, before it is asked for. */
export function exchangeTerms(atOnce: boolean, cost: string): string {
  const when = atOnce ? 'as soon as we have approved your request' : 'when yours have arrived';
  const price = cost
    ? `${cost.charAt(0).toUpperCase()}${cost.slice(1)}, the difference in price.`
    : 'It costs nothing.';
  return `We hold the new pieces for you now and send them ${when}. ${price}`;
}

/** What the chosen exchanges cost together: `you pay $5.00`, or what is refunded; empty where all cost the same. */
export function exchangeCost(
  lines: ReturnInput['lines'],
  choices: readonly ExchangeChoice[],
): string {
  const sums = lines.map(({ line, quantity, variant }) => {
    const chosen = choices.find((it) => it.line === line && it.variant === variant);
    return toMinor(chosen?.difference ?? 0) * quantity;
  });
  const sum = (sign: 1 | -1) =>
    fromMinor(sums.filter((it) => it * sign > 0).reduce((all, it) => all + it, 0));
  return [sum(1), sum(-1)]
    .map((it) => differenceText(it, formatPrice))
    .filter(Boolean)
    .join(', ');
}
