import { toastTimes } from '#shared/first-messages.ts';
import { messages } from '#shared/messages.ts';
import type { Product, ProductBulk, ProductUpdate } from '#shared/schemas/products.ts';
import * as api from '../../api/admin-products.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError, toastSuccess } from '../../stores/toasts.ts';
import { settleAll } from '../../ui/unsaved.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { noPage, pagedList, pageOf } from '../listing/paged-list.ts';
import { tableParams } from '../listing/table-query.ts';
import { undoAction } from '../trash/undo.ts';

export const products = pagedList<Product>(
  async (query) => {
    const reply = await api.fetchProductPage(tableParams(query));
    return reply.ok ? pageOf(reply.products, reply) : noPage(reply);
  },
  {
    filters: ['category', 'availability', 'pictures'],
    sorts: ['title', 'category', 'price', 'created'],
  },
);

/** `theirs` is the product as somebody else saved it in the meantime; then nothing of ours was saved. */
export interface UpdateOutcome extends Outcome {
  readonly theirs?: Product;
}

/** Sends the whole edited product, as the contract asks, with the change that the edit began from. */
export async function updateProduct(
  product: Product,
  edits: ProductUpdate,
): Promise<UpdateOutcome> {
  const reply = await api.updateProduct(product._id, { ...product, category: null, ...edits });
  if (!reply.ok && reply.code === 'changed_meanwhile') {
    const now = await api.fetchProduct(product._id);
    // The list behind shows theirs too.
    void products.load();
    if (now.ok) return { ...outcomeOf(reply), theirs: now.product };
  }
  if (reply.ok ? !reply.message : reply.code === 'not_understood') {
    toastError(messages.products.updateFailed);
    return { ok: false, issues: [] };
  }
  if (reply.ok) {
    toastSuccess(messages.products.updated);
    void products.load();
  } else toastError(messages.products.updateThrew, toastTimes.success);
  return outcomeOf(reply);
}

export async function saveProductImage(id: string, picture: FormData): Promise<Outcome> {
  const reply = await api.addProductImage(id, picture);
  if (reply.ok) {
    toastSuccess(messages.images.added);
    void products.load();
  } else toastError(messages.images.addFailed);
  return outcomeOf(reply);
}

export async function removeProduct(id: string): Promise<boolean> {
  const reply = await api.deleteProduct(id);
  if (reply.ok) {
    toastSuccess(messages.products.removed, undoAction(reply.undo, products.load));
    void products.remove([id]);
  } else toastError(messages.products.removeFailed);
  return reply.ok;
}

/** Does one thing to many products, or to none of them. */
export async function changeProducts(change: ProductBulk): Promise<Outcome> {
  const reply = await api.changeProducts(change);
  if (!reply.ok) {
    // What the server refuses with a reason of its own is told; anything else is an error like others.
    const told = reply.status === 404 || reply.status === 409;
    toastError(told ? reply.message : messages.products.updateFailed);
  } else if (change.action === 'delete') {
    toastSuccess(reply.message, undoAction(reply.undo, products.load));
    void products.remove(change.ids);
  } else {
    toastSuccess(messages.products.updated);
    void products.load();
  }
  return outcomeOf(reply);
}

/** Goes to the list when it is saved; `onProgress` is told how far the pictures have been sent. */
export async function createProduct(
  form: FormData,
  onProgress: (share: number) => void,
): Promise<Outcome> {
  const reply = await api.createProduct(form, onProgress);
  if (reply.ok && reply.message === messages.products.createdAnswer) {
    settleAll();
    moveWithToast(routes.products(), 'success', messages.products.created);
    return outcomeOf(reply);
  }
  toastError(messages.products.createFailed);
  return reply.ok ? { ok: false, issues: [] } : outcomeOf(reply);
}
