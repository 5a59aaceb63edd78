import { messages, toastTimes } from '#shared/messages.ts';
import type { Product, ProductUpdate } from '#shared/schemas/products.ts';
import * as api from '../../api/admin-products.ts';
import { fetchProducts } from '../../api/products.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError, toastSuccess } from '../../stores/toasts.ts';
import { outcomeOf, type Outcome } from '../forms/use-submit.ts';
import { remoteList } from '../listing/remote-list.ts';

export const products = remoteList<Product>(async () => {
  const reply = await fetchProducts();
  return reply.ok ? reply.products : null;
});

/** Sends the whole edited product, as the contract asks. */
export async function updateProduct(product: Product, edits: ProductUpdate): Promise<Outcome> {
  const reply = await api.updateProduct(product._id, { ...product, category: null, ...edits });
  if (!reply.ok) toastError(messages.products.updateThrew, toastTimes.success);
  else if (!reply.message) toastError(messages.products.updateFailed);
  else {
    toastSuccess(messages.products.updated);
    void products.load();
  }
  return outcomeOf(reply);
}

export async function saveProductImage(id: string, picture: FormData): Promise<boolean> {
  const reply = await api.addProductImage(id, picture);
  if (reply.ok) {
    toastSuccess(messages.images.added);
    void products.load();
  } else toastError(messages.images.addFailed);
  return reply.ok;
}

export async function removeProduct(id: string): Promise<boolean> {
  const reply = await api.deleteProduct(id);
  if (reply.ok) {
    toastSuccess(messages.products.removed);
    products.remove(id);
    void products.load();
  } else toastError(messages.products.removeFailed);
  return reply.ok;
}

/** Goes to the list when it is saved. */
export async function createProduct(form: FormData): Promise<Outcome> {
  const reply = await api.createProduct(form);
  if (reply.ok && reply.message === messages.products.createdAnswer) {
    moveWithToast(routes.products(), 'success', messages.products.created);
  } else toastError(messages.products.createFailed);
  return outcomeOf(reply);
}
