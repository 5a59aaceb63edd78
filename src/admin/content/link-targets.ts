import { computed } from 'nanostores';
import { shownPages } from '../../api/admin-pages.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { pageHref, routes } from '../../routes.ts';
import { wishListRoutes } from '../../wish-list-routes.ts';

type Target = readonly [href: string, label: string];

const fixed: readonly Target[] = [
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
];

/** The pages of the shop that a menu can lead to, with the label that it proposes. */
export const $pageTargets = computed(query(shownPages()), ({ body }): readonly Target[] => [
  ...fixed,
  ...(body?.pages ?? [])
    .map((it): Target => [pageHref(it), it.title])
    .filter(([href]) => !fixed.some(([it]) => it === href)),
]);
