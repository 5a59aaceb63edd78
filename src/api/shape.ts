/** The type of a value in a response; for objects, also of the checked fields. */
type Kind<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : Value extends readonly unknown[]
        ? 'array'
        : 'object' | { readonly [Name in keyof Value]?: Kind<Value[Name]> };

/** The required non-null fields of a response with their types. */
export type Shape<Body> = {
  readonly [
    Name in keyof Body as undefined extends Body[Name]
      ? never
      : null extends Body[Name]
        ? never
        : Name
  ]: Kind<Body[Name]>;
};

/** A response with only a message. */
export const sentence = { message: 'string' } as const;

/** A list that may be too long to count completely. */
export const bounded = { total: 'number', totalIsLeast: 'boolean' } as const;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value matches a shape. */
export function fits<Body extends object>(value: unknown, shape: Shape<Body>): value is Body {
  return isOfKind(value, shape);
}

function isOfKind(value: unknown, kind: unknown): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isRecord(value);
  if (!isRecord(kind)) return typeof value === kind;
  return isRecord(value) && Object.entries(kind).every(([name, it]) => isOfKind(value[name], it));
}

/** The result of an import or its dry run. */
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
