/** Null characters and lone surrogates: valid in JSON, but Postgres cannot store them. */
const unstorable = /\0|\p{Cs}/u;

/** JSON with such text; `field` is the name of the field. */
export class UnstorableText extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`${field}: Has characters that cannot be stored`);
    this.field = field;
  }
}

/** @throws UnstorableText; SyntaxError for invalid JSON, RangeError if it is nested too deeply */
export function parseStorableJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (unstorable.test(name) || (typeof value === 'string' && unstorable.test(value))) {
      throw new UnstorableText(name.replace(/[\p{Cc}\p{Cs}]/gu, ''));
    }
    return value;
  });
}
