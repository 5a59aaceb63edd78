import { messages } from '../../_shared/messages.ts';
import { articlesQuery, articlesReply } from '../../_shared/schemas/articles.ts';
import { addLinesInput, linesAddedReply } from '../../_shared/schemas/cart-batches.ts';
import { offerQuery, offerReply } from '../../_shared/schemas/cart-offers.ts';
import { call, type Call } from '../call.ts';
import { addLines, readOffer } from '../queries/cart-batches.ts';

/** Many lines at once: a grid of sizes and colors, a list of SKUs. */
export const cartBatches: Call[] = [
  call(
    {
      method: 'POST',
      path: '/cart/add-lines',
      summary:
        'Add many lines to the cart at once, by product or SKU: all or none, or with `leaveOut` those that can be added',
      access: 'shopper',
      guardedInSql: true,
      body: addLinesInput,
      reply: linesAddedReply,
      status: 201,
      errors: [
        ...['unknown_product', 'unknown_variant', 'choice_missing', 'bad_quantity'],
        ...['out_of_stock', 'cart_full'],
      ],
    },
    async ({ db, imageUrl, settings, body }) => ({
      message: messages.cart.added,
      ...(await addLines(db, imageUrl, body, settings.cartGraceMinutes)),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/cart/offer',
      summary:
        'What items cost now, by SKU, and which of them cannot be had; with a country also what it costs to send them there, and tax. Nothing is added to a cart',
      access: 'anyone',
      query: offerQuery,
      reply: offerReply,
    },
    ({ db, imageUrl, query }) => readOffer(db, imageUrl, query),
  ),
  call(
    {
      method: 'GET',
      path: '/wholesale/articles',
      summary:
        'The first ten articles whose SKU begins so; where there is none, those of the products that the search finds first',
      access: 'customer',
      query: articlesQuery,
      reply: articlesReply,
    },
    async ({ db, query }) => ({ articles: await db.call('find_articles', { p_query: query.q }) }),
  ),
];
