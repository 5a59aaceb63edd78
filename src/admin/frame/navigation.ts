import {
  Building2,
  Images,
  LayoutDashboard,
  Mail,
  ReceiptText,
  Settings,
  Shirt,
  Tags,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';

export interface NavigationLink {
  readonly label: string;
  readonly href: string;
}

/** The only entry that opens a dialog instead of a page. */
export interface NavigationAction {
  readonly label: string;
  readonly action: 'add-category';
}

export interface NavigationEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href?: string;
  readonly items?: readonly (NavigationLink | NavigationAction)[];
}

export const navigation: readonly NavigationEntry[] = [
  { label: 'Dashboard', icon: LayoutDashboard, href: routes.dashboard() },
  { label: 'Customers', icon: Users, href: routes.customers() },
  {
    label: 'Category',
    icon: Tags,
    items: [
      { label: 'Categories', href: routes.categories() },
      { label: 'Add Category', action: 'add-category' },
    ],
  },
  {
    label: 'Products',
    icon: Shirt,
    items: [
      { label: 'Products', href: routes.products() },
      { label: 'Add Product', href: routes.addProduct() },
      { label: 'Running low', href: routes.stock() },
      { label: 'Vouchers', href: routes.vouchers() },
      { label: 'Search synonyms', href: routes.synonyms() },
    ],
  },
  { label: 'Orders', icon: ReceiptText, href: routes.orders() },
  {
    label: 'Wholesale',
    icon: Building2,
    items: [
      { label: 'Companies', href: companyRoutes.companies() },
      { label: 'Price lists', href: companyRoutes.priceLists() },
      { label: 'Quotes', href: companyRoutes.quotes() },
    ],
  },
  {
    label: 'Pages',
    icon: Images,
    items: [
      { label: 'Banner', href: routes.banner() },
      { label: 'Add Banner', href: routes.newBanner() },
      { label: 'Ads', href: routes.ads() },
      { label: 'Faqs', href: routes.adminFaqs() },
      { label: 'Text pages', href: routes.adminPages() },
      { label: 'Menus', href: routes.menus() },
      { label: 'Home page', href: routes.homeSections() },
      { label: 'Announcement', href: routes.announcement() },
      { label: 'Redirects', href: routes.redirects() },
    ],
  },
  { label: 'Messages', icon: Mail, href: routes.messages() },
  { label: 'Settings', icon: Settings, href: routes.settings() },
];

/** Detail screens belong to the entry of their list. */
export function currentHref(pathname: string): string {
  const path = pathname.replace(/\/$/, '');
  if (/^\/admin\/category\//.test(path)) return routes.categories();
  if (path === companyRoutes.newOrder()) return routes.orders();
  if (/^\/admin\/[^/]+\/orders$/.test(path)) return routes.customers();
  return (
    /^\/admin\/(companies|orders|pages|price-lists|products|quotes|redirects|settings)(?=\/)/.exec(
      path,
    )?.[0] ?? path
  );
}

/** The label of the group that contains a page, if any. */
export function groupOf(href: string): string | null {
  const group = navigation.find(({ items }) =>
    items?.some((item) => 'href' in item && item.href === href),
  );
  return group?.label ?? null;
}
