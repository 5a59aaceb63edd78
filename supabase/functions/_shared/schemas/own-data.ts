import { z } from 'zod';
import { savedAddress } from './addresses.ts';
import { cartItem } from './cart.ts';
import { ownCompany } from './companies.ts';
import { createdAt } from './common.ts';
import { importedOrder } from './imported-orders.ts';
import { order } from './orders.ts';
import { user } from './users.ts';
import { wishListReply } from './wish-lists.ts';

/** All data stored about a customer, with what administrators noted. A review's `title` is the product's current title. */
export const ownDataReply = z.object({
  exportedAt: z.string(),
  user,
  orders: z.array(order),
  /** Placed in another shop; the newest 500. */
  importedOrders: z.array(importedOrder),
  cart: z.object({ products: z.array(cartItem) }),
  reviews: z.array(
    z.object({
      _id: z.string(),
      productId: z.string(),
      title: z.string(),
      rating: z.int(),
      comment: z.string(),
      createdAt,
    }),
  ),
  /** What the shop is to write to the account's address about. */
  stockRequests: z.array(
    z.object({
      title: z.string(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      createdAt,
    }),
  ),
  /** The company that the customer orders for. */
  company: ownCompany
    .pick({ name: true, status: true, role: true })
    .extend({ memberSince: createdAt })
    .nullable(),
  /** Carts kept under a name. */
  drafts: z.array(
    z.object({
      name: z.string(),
      lines: z.array(
        z.object({
          title: z.string(),
          size: z.string().nullable(),
          color: z.string().nullable(),
          quantity: z.int(),
        }),
      ),
      createdAt,
    }),
  ),
  /** The address book. */
  addresses: z.array(savedAddress),
  /** The title of a product that is hidden now is empty. */
  wishList: z.object({
    products: z.array(z.object({ productId: z.string(), title: z.string(), createdAt })),
    link: wishListReply.shape.link,
  }),
  notes: z.array(z.object({ note: z.string(), createdAt })),
  /** What the shop keeps in custom fields of the customer (`order` is null) and of their orders. */
  customFields: z.array(
    z.object({ order: z.string().nullable(), name: z.string(), value: z.string() }),
  ),
});
export type OwnData = z.infer<typeof ownDataReply>;

/** The body of `DELETE /users/profile`. */
export const deleteAccountInput = z.object({ password: z.string().min(1, 'Required').max(200) });
