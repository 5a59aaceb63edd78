/** Zero bytes and halves of surrogate pairs: JSON can name them, Postgres cannot hold them. */
const unstorable = /\0|\p{Cs}/u;

/** JSON with such a text in it; `field` is the name of the field. */
export class UnstorableText extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`${field}: Has characters that cannot be stored`);
    this.field = field;
  }
}

/** @throws UnstorableText; SyntaxError for what is no JSON, RangeError where it is nested too deep */
export function parseStorableJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (unstorable.test(name) || (typeof value === 'string' && unstorable.test(value))) {
      throw new UnstorableText(name.replace(/[\p{Cc}\p{Cs}]/gu, ''));
    }
    return value;
  });
}
