/** Routes of the account that product pages do not load. */
export const accountRoutes = {
  addresses: () => '/user/addresses',
} as const;
