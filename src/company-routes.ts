/** Addresses of wholesale, apart from the others: the pages of products load without them. */
export const companyRoutes = {
  wholesale: () => '/wholesale',
  userCompany: () => '/user/company',
  companies: () => '/admin/companies',
  adminCompany: (id: string) => `/admin/companies/${encodeURIComponent(id)}`,
} as const;
