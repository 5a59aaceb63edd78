const names = ['LOGIN', 'REGISTER', 'RESET', 'CONTACT', 'REVIEW', 'ORDER'];

/** Rate limits, which have tests of their own, would refuse most requests of an attack. */
export const noLimits: Readonly<Record<string, string>> = {
  ...Object.fromEntries(names.map((name) => [`LIMIT_${name}`, '1000000'])),
  ...{ AUTH_LIMIT_SIGN_INS: '10000000', AUTH_LIMIT_OTHERS: '10000000' },
  AUTH_LIMIT_ANONYMOUS_USERS: '10000000',
};

/** For programs that start a shop with its limits. */
export const usualLimits = Object.fromEntries(
  Object.keys(noLimits).map((name) => [name, undefined]),
);
