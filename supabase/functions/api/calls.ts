import { currency } from './routes/currency.ts';
import type { Call } from './call.ts';
import { adminOrders } from './routes/admin-orders.ts';
import { addresses } from './routes/addresses.ts';
import { ads } from './routes/ads.ts';
import { audit } from './routes/audit.ts';
import { adminQuotes } from './routes/admin-quotes.ts';
import { adminProducts } from './routes/admin-products.ts';
import { auth } from './routes/auth.ts';
import { banners } from './routes/banners.ts';
import { cart } from './routes/cart.ts';
import { cartBatches } from './routes/cart-batches.ts';
import { categories } from './routes/categories.ts';
import { companies } from './routes/companies.ts';
import { contact } from './routes/contact.ts';
import { customerFiles } from './routes/customer-files.ts';
import { customFields } from './routes/custom-fields.ts';
import { dashboard } from './routes/dashboard.ts';
import { drafts } from './routes/drafts.ts';
import { faqs } from './routes/faqs.ts';
import { pages } from './routes/pages.ts';
import { parcels } from './routes/parcels.ts';
import { importedOrders } from './routes/imported-orders.ts';
import { linkedOrders } from './routes/linked-orders.ts';
import { invoices } from './routes/invoices.ts';
import { mail } from './routes/mail.ts';
import { notes } from './routes/notes.ts';
import { orders } from './routes/orders.ts';
import { opening } from './routes/opening.ts';
import { ownData } from './routes/own-data.ts';
import { paymentMethods } from './routes/payment-methods.ts';
import { priceLists } from './routes/price-lists.ts';
import { productImports } from './routes/product-imports.ts';
import { products } from './routes/products.ts';
import { quotes } from './routes/quotes.ts';
import { redirects } from './routes/redirects.ts';
import { returns } from './routes/returns.ts';
import { reviews } from './routes/reviews.ts';
import { settings } from './routes/settings.ts';
import { stock } from './routes/stock.ts';
import { shop } from './routes/shop.ts';
import { shopContent } from './routes/shop-content.ts';
import { shipping } from './routes/shipping.ts';
import { sizeGuides } from './routes/size-guides.ts';
import { stockRequests } from './routes/stock-requests.ts';
import { stockFiles } from './routes/stock-files.ts';
import { synonyms } from './routes/synonyms.ts';
import { taxes } from './routes/taxes.ts';
import { terms } from './routes/terms.ts';
import { promises } from './routes/promises.ts';
import { timeZone } from './routes/time-zone.ts';
import { transfers } from './routes/transfers.ts';
import { trash } from './routes/trash.ts';
import { users } from './routes/users.ts';
import { views } from './routes/views.ts';
import { vouchers } from './routes/vouchers.ts';
import { visitors } from './routes/visitors.ts';
import { wholesale } from './routes/wholesale.ts';
import { wishLists } from './routes/wish-lists.ts';

/** All endpoints of the API, in the order in which paths are matched. */
export const calls: readonly Call[] = [
  ...auth,
  ...addresses,
  ...customerFiles,
  ...importedOrders,
  ...users,
  ...ownData,
  ...wishLists,
  ...parcels,
  ...returns,
  ...invoices,
  ...adminQuotes,
  ...quotes,
  ...adminOrders,
  ...notes,
  ...visitors,
  ...linkedOrders,
  ...orders,
  ...stock,
  ...productImports,
  ...adminProducts,
  ...products,
  ...stockRequests,
  ...stockFiles,
  ...categories,
  ...sizeGuides,
  ...banners,
  ...cart,
  ...cartBatches,
  ...drafts,
  ...reviews,
  ...contact,
  ...mail,
  ...taxes,
  ...ads,
  ...faqs,
  ...pages,
  ...synonyms,
  ...redirects,
  ...customFields,
  ...shipping,
  ...vouchers,
  ...wholesale,
  ...terms,
  ...transfers,
  ...priceLists,
  ...companies,
  ...dashboard,
  ...audit,
  ...currency,
  ...timeZone,
  ...promises,
  ...shop,
  ...shopContent,
  ...trash,
  ...views,
  ...settings,
  ...opening,
  ...paymentMethods,
];
