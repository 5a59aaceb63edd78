/** A value that is bound as JSON: a plain list would be bound as an array of Postgres. */
export class JsonValue {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}
