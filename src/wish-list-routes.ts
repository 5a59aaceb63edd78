/** The routes of wish lists, separate so that other pages do not load them. */
export const wishListRoutes = {
  wishList: () => '/wish-list',
  sharedWishList: (token: string) => `/wish-list/${encodeURIComponent(token)}`,
} as const;
