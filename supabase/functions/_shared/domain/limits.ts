/** Business limits, used by forms, screens and the API. */
export const limits = {
  rating: { min: 1, max: 5 },
  quantity: { min: 1, max: 999 },
  /** bcrypt reads no more than 72 bytes. */
  password: { min: 6, max: 72 },
  price: { max: 999_999_999 },
  /** Of an order, and what is as large. */
  total: { max: 9_999_999_999.99 },
  /** Grams of one piece. */
  weight: 100_000,
  /** Centimeters. */
  garmentLength: 400,
  /** Grams of an order, and its prices by weight. */
  shipping: { weight: 10_000_000, bands: 20, days: 365 },
  /** For which an order waits for its money. */
  paymentDays: 90,
  orderLines: 200,
  /** In the link of a cart. */
  offeredItems: 50,
  /** Characters as people count them: an emoji may be two units of a string. */
  giftMessage: 500,
  /** Products on a wish list. */
  wishes: 500,
  /** Characters of the description of a product, without its markup. */
  description: 5000,
  /** Characters of one fact of a product. */
  productFact: 500,
  images: { perUpload: 10, perProduct: 20, megabytes: 8, megapixels: 50 },
  /** Of a request with a whole file as text. */
  fileMegabytes: 25,
  pageSize: { max: 100 },
  /** Products of a feed that are read at once. */
  feedPage: 200,
  /** Records in a list without paging; a longer list has a `next` cursor. */
  unpagedList: 5000,
  /** Records in one bulk change. */
  bulk: 1000,
  /** Orders, customers or messages in one bulk change. */
  bulkRows: 500,
  /** Orders about which the payment provider is asked in one request. */
  bulkChecks: 50,
  /** Percent by which many prices change at once. */
  pricePercent: { min: -90, max: 500 },
  bannerSlideImages: 4,
  detailThumbnails: 4,
  adminRowImages: 3,
} as const;
