/** One filter of a table, with the same name in the URL and in the call. */
export interface TableFilter {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'choice' | 'date';
  /** The options besides "all". */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** The first and last day of the range. */
export const dates = [
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
] as const;
