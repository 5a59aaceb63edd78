import type { ChoosableCurrency } from '#shared/schemas/currency.ts';
import type { Note } from '#shared/schemas/admin-users.ts';
import type { MissingPieces } from '#shared/schemas/parcels.ts';
import type { PaymentCounts, PaymentEvent } from '#shared/schemas/admin-orders.ts';
import type { SavedAddress } from '#shared/schemas/addresses.ts';
import type { Ad, AdRow } from '#shared/schemas/ads.ts';
import type { Article } from '#shared/schemas/articles.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import type { CompanyRow, OfficeCompany, OwnCompany } from '#shared/schemas/companies.ts';
import type { Category } from '#shared/schemas/categories.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import type { BestSeller, IncomePeriod, Notification } from '#shared/schemas/dashboard.ts';
import type { Draft } from '#shared/schemas/drafts.ts';
import type { FacetsReply } from '#shared/schemas/facets.ts';
import type { OfficePage, PageRow, PageVersion } from '#shared/schemas/pages.ts';
import type { Faq, FaqRow } from '#shared/schemas/faqs.ts';
import type { InvoicePaper } from '#shared/schemas/invoices.ts';
import type { TaxRate } from '#shared/schemas/taxes.ts';
import type { CustomField, CustomValue } from '#shared/schemas/custom-fields.ts';
import type { MissingPage, Redirect } from '#shared/schemas/redirects.ts';
import type { HomeSection } from '#shared/schemas/home.ts';
import type { Announcement, Menus } from '#shared/schemas/shop-frame.ts';
import type { Synonym } from '#shared/schemas/synonyms.ts';
import type { Voucher, VoucherRow } from '#shared/schemas/vouchers.ts';
import type { MailText, QueuedMail } from '#shared/schemas/mail.ts';
import type { Order, PaymentInfo } from '#shared/schemas/orders.ts';
import type { PaymentMethod } from '#shared/schemas/payment-methods.ts';
import type { ListPrices, PriceList, PriceListRow } from '#shared/schemas/price-lists.ts';
import type { DetailedProduct, Product } from '#shared/schemas/products.ts';
import type { Quote, QuoteTableRow } from '#shared/schemas/quotes.ts';
import type { ExchangeChoice } from '#shared/schemas/returns.ts';
import type { SizeGuide } from '#shared/schemas/size-guides.ts';
import type { Rating, Review } from '#shared/schemas/reviews.ts';
import type { LowVariant, StockMovement } from '#shared/schemas/stock.ts';
import type { SettingsOverview } from '#shared/schemas/settings.ts';
import type { StockSettings } from '#shared/schemas/stock-settings.ts';
import type { Country, ShippingZone } from '#shared/schemas/shipping.ts';
import type { CartPrice } from '#shared/schemas/cart.ts';
import type { Admin, User } from '#shared/schemas/users.ts';
import type { View } from '#shared/schemas/views.ts';

type Texts = Record<'message' | 'code' | 'UserauthToken' | 'authToken' | 'access_token', string> &
  Record<
    'refresh_token' | 'visitorToken' | 'outcome' | '_id' | 'subject' | 'html' | 'text' | 'reason',
    string
  >;
type Numbers = Record<
  'orderCount' | 'totalOrders' | 'totalUsers' | 'totalIncome' | 'deleted',
  number
> &
  Record<'count' | 'total' | 'changed' | 'overdue' | 'outOfStock' | 'lowStock', number> &
  Record<
    'toSend' | 'disputed' | 'returnsToAnswer' | 'quotesToAnswer' | 'companiesToAnswer',
    number
  > &
  Record<'withoutPictures' | 'unreadMessages' | 'unseen' | 'left', number>;

/** The fields of all responses; each test uses those that it expects. */
export interface Body extends Texts, Numbers {
  joined: boolean;
  confirmed: boolean;
  issues?: { path: string; message: string }[];
  timeZones: string[];
  currencies: ChoosableCurrency[];
  fixed: boolean;
  products: Product[];
  product: DetailedProduct;
  randomProducts: Product[];
  relatedProducts: Product[];
  categories: Category[];
  category: Category;
  banners: { _id: string; header: string; images: string[] }[];
  banner: { _id: string; header: string; paragraph: string; images: string[] };
  cart: { products: CartItem[] };
  articles: Article[];
  choices: ExchangeChoice[];
  drafts: Draft[];
  addresses: SavedAddress[];
  problems: { line: number; message: string }[];
  user: User;
  notes: Note[];
  administrators: Admin[];
  users: User[];
  admin: Admin;
  pendingEmail: string | null;
  order: Order;
  orders: Order[];
  paymentInfo: PaymentInfo;
  events: PaymentEvent[];
  ids: string[];
  skus: Record<string, string>;
  prices: { _id: string; price: number; newPrice: number }[];
  review: Review;
  reviews: Review[];
  rating: Rating;
  next: string | null;
  ad: Ad;
  ads: AdRow[];
  zones: ShippingZone[];
  countries: Country[];
  faq: Faq;
  faqs: FaqRow[];
  page: OfficePage;
  pages: PageRow[];
  versions: PageVersion[];
  src: string;
  image: string;
  sections: HomeSection[];
  menus: Menus | null;
  hiddenPages: string[];
  announcement: Announcement | null;
  customField: CustomField;
  customFields: (CustomField & CustomValue)[];
  redirect: Redirect;
  redirects: Redirect[];
  missingPages: MissingPage[];
  to: string | null;
  synonym: Synonym;
  synonyms: Synonym[];
  voucher: Voucher;
  priceList: PriceList;
  priceLists: PriceListRow[];
  listPrices: ListPrices;
  vouchers: VoucherRow[];
  sizeGuide: SizeGuide | null;
  sizeGuides: SizeGuide[];
  facets: FacetsReply['facets'];
  messages: ContactMessage[];
  undo: string[];
  missing: MissingPieces[];
  trash: { _id: string; label: string }[];
  sales: { month: string; pieces: number; income: number; orders: number }[];
  income: IncomePeriod[];
  bestSellers: BestSeller[];
  price: CartPrice | null;
  quote: Quote;
  quotes: QuoteTableRow[];
  company: OwnCompany & OfficeCompany;
  companies: CompanyRow[];
  invitation: { company: string; email: string; role: string };
  notifications: Notification[];
  entries: AuditEntry[];
  view: View;
  views: View[];
  counts: PaymentCounts;
  variants: LowVariant[];
  movements: StockMovement[];
  settings: StockSettings;
  methods: PaymentMethod[];
  works: boolean;
  shipping: SettingsOverview['shipping'];
  rate: TaxRate;
  rates: TaxRate[];
  invoices: InvoicePaper[];
  from: string | null;
  texts: MailText[];
  failed: QueuedMail[];
  mails: QueuedMail[];
}
