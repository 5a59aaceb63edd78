/** The screens of redirects, menus, home page and announcement, separate so that the pages of the shop do not load them. */
export const contentRoutes = {
  redirects: () => '/admin/redirects',
  menus: () => '/admin/content/menus',
  home: () => '/admin/content/home',
  announcement: () => '/admin/content/announcement',
  missingPages: () => '/admin/redirects/missing',
} as const;
