/** The menus of a shop that has not chosen its own, as the specification has them. */
import type { Menus } from '#shared/schemas/shop-frame.ts';
import { companyRoutes } from './company-routes.ts';
import { routes } from './routes.ts';
import { wishListRoutes } from './wish-list-routes.ts';

export const defaultMenus: Menus = {
  header: [
    { href: routes.index(), label: 'Home' },
    { href: routes.userProducts(), label: 'Shop' },
    { href: routes.about(), label: 'About' },
    { href: routes.contact(), label: 'Contact' },
    { href: routes.register(), label: 'Get Started' },
  ],
  footer: [
    {
      title: 'Products',
      links: [
        { href: routes.userProducts(), label: 'Shop' },
        { href: wishListRoutes.wishList(), label: 'Wish List' },
        { href: routes.userAccount(), label: 'My Account' },
        { href: routes.userLogin(), label: 'Login' },
      ],
    },
    {
      title: 'Our Company',
      links: [
        { href: routes.about(), label: 'About Us' },
        { href: companyRoutes.wholesale(), label: 'Wholesale' },
        { href: routes.terms(), label: 'Terms and Conditions' },
        { href: routes.contact(), label: 'Contact Us' },
      ],
    },
    {
      title: 'Help',
      links: [
        { href: routes.faqs(), label: 'FAQs' },
        { href: routes.delivery(), label: 'Delivery' },
        { href: routes.returns(), label: 'Returns' },
        { href: routes.sizes(), label: 'Sizes' },
        { href: routes.cookies(), label: 'Cookies' },
      ],
    },
  ],
};
