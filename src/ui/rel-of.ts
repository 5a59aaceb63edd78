/** The `rel` of a link that a shopkeeper chose: pages elsewhere do not learn which page it was on. */
export const relOf = (href: string): string | undefined =>
  href.startsWith('/') ? undefined : 'noopener noreferrer';
