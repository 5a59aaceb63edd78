/** A value to bind as JSON; a plain list would be bound as a Postgres array. */
export class JsonValue {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}
