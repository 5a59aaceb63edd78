/** The package has no types. */
declare module '@adobe/structured-data-validator' {
  export interface Issue {
    readonly issueMessage: string;
    readonly severity: 'ERROR' | 'WARNING';
    readonly path: readonly { readonly type?: string; readonly property?: string }[];
  }
  /** Without the vocabulary of schema.org, which is on the internet, it checks Google's rules for rich results. */
  class Validator {
    /** Objects by their types. */
    validate(found: { jsonld: Record<string, unknown[]> }): Promise<Issue[]>;
  }
  export { Validator as default };
}
