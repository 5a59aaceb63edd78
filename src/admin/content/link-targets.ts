import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { wishListRoutes } from '../../wish-list-routes.ts';

/** The pages of the shop that a menu can lead to, with the label that it proposes. */
export const pageTargets = [
  [routes.index(), 'Home'],
  [routes.userProducts(), 'Shop'],
  [routes.about(), 'About'],
  [routes.contact(), 'Contact'],
  [routes.faqs(), 'FAQs'],
  [routes.delivery(), 'Delivery'],
  [routes.returns(), 'Returns'],
  [routes.sizes(), 'Sizes'],
  [routes.terms(), 'Terms and Conditions'],
  [routes.cookies(), 'Cookies'],
  [companyRoutes.wholesale(), 'Wholesale'],
  [wishListRoutes.wishList(), 'Wish List'],
  [routes.userAccount(), 'My Account'],
  [routes.userLogin(), 'Login'],
  [routes.register(), 'Get Started'],
] as const;
