/** What a value of a reply is; of an object also what stands in it, as far as it is looked at. */
type Kind<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : Value extends readonly unknown[]
        ? 'array'
        : 'object' | { readonly [Name in keyof Value]?: Kind<Value[Name]> };

/** Each field that a reply always has and that is never null, with the kind of its value. */
export type Shape<Body> = {
  readonly [
    Name in keyof Body as undefined extends Body[Name]
      ? never
      : null extends Body[Name]
        ? never
        : Name
  ]: Kind<Body[Name]>;
};

/** Of an answer that says no more than a sentence. */
export const sentence = { message: 'string' } as const;

/** Of a list that may have more rows than anybody counts. */
export const bounded = { total: 'number', totalIsLeast: 'boolean' } as const;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has the fields of a shape. */
export function fits<Body extends object>(value: unknown, shape: Shape<Body>): value is Body {
  return isOfKind(value, shape);
}

function isOfKind(value: unknown, kind: unknown): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isRecord(value);
  if (!isRecord(kind)) return typeof value === kind;
  return isRecord(value) && Object.entries(kind).every(([name, it]) => isOfKind(value[name], it));
}

/** What the import of a file did, or would do. */
export const importReport = {
  message: 'string',
  done: 'boolean',
  counts: 'object',
  rows: 'array',
} as const;

/** Ids of the rows of a list. */
export interface Ids {
  readonly ids: readonly string[];
}
export const ids: Shape<Ids> = { ids: 'array' };
