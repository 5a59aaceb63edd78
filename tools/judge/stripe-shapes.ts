/** An object of Stripe's API, or a part of one. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Difference {
  /** `missing`: only the example has it; `more`: only ours has it; `empty`: ours is null; else the two types. */
  rule: string;
  /** `charge.payment_method_details.card.wallet` */
  where: string;
}

type Examples = Readonly<Record<string, Json>>;

const isRecord = (it: Json | undefined): it is Record<string, Json> =>
  typeof it === 'object' && it !== null && !Array.isArray(it);

const typeOf = (it: Json): string => (Array.isArray(it) ? 'array' : typeof it);

/** Their keys are the merchant's, or those of one kind of payment. */
const free = ['metadata'];

/** Compares fields and types of an object with Stripe's example of it. An example that is null says nothing of the type. */
function compare(
  example: Json,
  actual: Json,
  where: string,
  inner: (it: Record<string, Json>) => Difference[],
): Difference[] {
  if (example === null) return isRecord(actual) && 'object' in actual ? inner(actual) : [];
  if (actual === null) return [{ rule: 'empty', where }];
  // An expanded object, of which the example has the id.
  if (isRecord(actual) && 'object' in actual && !isRecord(example)) return inner(actual);
  if (typeOf(example) !== typeOf(actual)) {
    return [{ rule: `${typeOf(example)} is ${typeOf(actual)}`, where }];
  }
  if (Array.isArray(example) && Array.isArray(actual)) {
    const [first] = example;
    if (first === undefined) return [];
    return actual.flatMap((it) => compare(first, it, `${where}[]`, inner));
  }
  if (!isRecord(example) || !isRecord(actual)) return [];
  const names = new Set([...Object.keys(example), ...Object.keys(actual)]);
  return [...names].flatMap((name): Difference[] => {
    const path = `${where}.${name}`;
    const [one, other] = [example[name], actual[name]];
    if (one === undefined) return [{ rule: 'more', where: path }];
    if (other === undefined) return [{ rule: 'missing', where: path }];
    return free.includes(name) ? [] : compare(one, other, path, inner);
  });
}

/** Compares an answer or an event, and all objects in it, each with the example of its kind. @throws without an example */
export function differences(examples: Examples, actual: Record<string, Json>): Difference[] {
  const kind = String(actual['object']);
  const inner = (it: Record<string, Json>) => differences(examples, it);
  const { data } = actual;
  if (kind === 'list' && Array.isArray(data)) return data.filter(isRecord).flatMap(inner);
  const example = examples[kind];
  if (!isRecord(example)) throw new Error(`Stripe has no example of ${kind}`);
  if (kind !== 'event') return compare(example, actual, kind, inner);
  const object = isRecord(data) ? data['object'] : undefined;
  return [
    ...compare({ ...example, data: {} }, { ...actual, data: {} }, kind, inner),
    ...(isRecord(object) ? inner(object) : []),
  ];
}
