import { messages } from '../../_shared/messages.ts';
import { orderingMessages } from '../../_shared/ordering-messages.ts';
import { linesAddedReply } from '../../_shared/schemas/cart-batches.ts';
import { draftInput, draftsChangedReply, draftsReply } from '../../_shared/schemas/drafts.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/drafts.ts';

/** Carts that customers keep under a name. */
export const drafts: Call[] = [
  call(
    {
      method: 'GET',
      path: '/cart/drafts',
      summary: 'The carts that the signed-in customer saved as drafts, newest first',
      access: 'customer',
      reply: draftsReply,
    },
    async ({ db }) => ({ drafts: await queries.listDrafts(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/cart/drafts',
      summary: 'Save the cart as a draft, replacing one with the same name; at most 50',
      access: 'customer',
      body: draftInput,
      reply: draftsChangedReply,
      status: 201,
      errors: ['empty_order', 'too_many_drafts'],
    },
    async ({ db, body }) => {
      await queries.saveDraft(db, body.name);
      return { message: orderingMessages.draftSaved, drafts: await queries.listDrafts(db) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/cart/drafts/:id/load',
      summary: 'Add the lines of a draft to the cart, except those that are unavailable',
      access: 'customer',
      guardedInSql: true,
      reply: linesAddedReply,
      errors: ['cart_full'],
    },
    async ({ db, imageUrl, settings, id }) => ({
      message: messages.cart.added,
      ...(await queries.loadDraft(db, imageUrl, id(), settings.cartGraceMinutes)),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/cart/drafts/:id',
      summary: 'Delete a draft',
      access: 'customer',
      reply: draftsChangedReply,
    },
    async ({ db, id }) => {
      await queries.deleteDraft(db, id());
      return { message: orderingMessages.draftDeleted, drafts: await queries.listDrafts(db) };
    },
  ),
];
