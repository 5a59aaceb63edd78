import type { Review } from '#shared/schemas/reviews.ts';

/** `Ada L.`; who has deleted the account, or gave no name, is a customer. */
export const authorOf = ({ user }: Review): string =>
  `${user.firstname} ${user.lastname}`.trim() || 'A customer';
