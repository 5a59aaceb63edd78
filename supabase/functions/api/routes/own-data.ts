import { connectAsService } from '../../_shared/queries/database.ts';
import { messages } from '../../_shared/messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import { deleteAccountInput, ownDataReply } from '../../_shared/schemas/own-data.ts';
import { call, type Call } from '../call.ts';
import { listAddresses } from '../queries/addresses.ts';
import { readCart } from '../queries/cart.ts';
import { listOwnImportedOrders } from '../queries/imported-orders.ts';
import { listOwnDrafts } from '../queries/drafts.ts';
import { listOrders } from '../queries/orders.ts';
import {
  deleteAccount,
  listOwnCustomValues,
  listOwnNotes,
  listOwnReviews,
  listOwnStockRequests,
  readMembership,
} from '../queries/own-data.ts';
import { checkPassword } from '../queries/sessions.ts';
import { readUser } from '../queries/users.ts';
import { listOwnWishes } from '../queries/wish-lists.ts';

export const ownData: Call[] = [
  call(
    {
      method: 'GET',
      path: '/users/profile/data',
      summary: 'All data stored about the signed-in customer',
      access: 'customer',
      reply: ownDataReply,
    },
    async ({ db, caller, imageUrl, settings }) => {
      const [
        user,
        orders,
        products,
        reviews,
        notes,
        stockRequests,
        company,
        drafts,
        addresses,
        wishList,
        customFields,
        importedOrders,
      ] = await Promise.all([
        readUser(db, caller.id),
        listOrders(db, imageUrl, {}, caller.id),
        readCart(db, imageUrl, settings.cartGraceMinutes),
        listOwnReviews(db),
        listOwnNotes(db),
        listOwnStockRequests(db),
        readMembership(db, caller.id),
        listOwnDrafts(db),
        listAddresses(db),
        listOwnWishes(db),
        listOwnCustomValues(db, imageUrl),
        listOwnImportedOrders(db, caller.id),
      ]);
      const exportedAt = new Date().toISOString();
      const own = { reviews, stockRequests, company, drafts, addresses, wishList, notes };
      const kept = {
        ...{ user, orders: orders.items, importedOrders, cart: { products }, customFields },
      };
      return { exportedAt, ...kept, ...own };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/users/profile',
      summary: 'Delete the signed-in customer with login, cart and reviews; paid orders remain',
      access: 'customer',
      body: deleteAccountInput,
      limit: 'login',
      reply: messageReply,
      errors: ['wrong_password'],
    },
    async ({ db, settings, caller, body }) => {
      const { email } = await readUser(db, caller.id);
      await checkPassword(settings, email, body.password, 'password');
      await deleteAccount(connectAsService(settings), caller.id);
      return { message: messages.profile.deleted };
    },
  ),
];
