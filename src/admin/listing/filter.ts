/** One filter of a table; its name is that in the address and in the call. */
export interface TableFilter {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'choice' | 'date';
  /** What can be chosen besides all. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** The first and the last day of what is shown. */
export const dates = [
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
] as const;
