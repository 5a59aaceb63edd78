import { toastTimes } from '#shared/first-messages.ts';
import { messages } from '#shared/messages.ts';
import { stockMessages } from '#shared/stock-messages.ts';
import type {
  DetailedProduct,
  PricePreview,
  Product,
  ProductBulk,
  ProductUpdate,
} from '#shared/schemas/products.ts';
import * as api from '../../api/admin-products.ts';
import type { Issue } from '../../api/client.ts';
import { revalidate, write } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError, toastSuccess } from '../../stores/toasts.ts';
import { ask } from '../../ui/question.ts';
import type { Outcome } from '../../ui/use-form.ts';
import { settleAll } from '../../ui/unsaved.ts';
import { change, remove } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/products'];
const texts = messages.products;
/** A failed save without field errors. */
export const unsaved: Outcome = { ok: false, issues: [] };

export const products = tableList(api.productPage, {
  filters: ['category', 'availability', 'status', 'pictures'],
  sorts: ['title', 'category', 'price', 'created'],
  idsOf: api.productIds,
});

/** `theirs` is the product as saved by another administrator in the meantime; nothing was saved then. */
export type UpdateOutcome = Outcome & {
  readonly theirs?: DetailedProduct;
  readonly saved?: DetailedProduct;
};

/** The description is one field, whatever is wrong in its document. */
const ofTheForm = <Reply extends { readonly issues: readonly Issue[] }>(reply: Reply) => ({
  ...reply,
  issues: reply.issues.map(({ path, message }) => ({
    path: path.replace(/^descriptionDocument.*/, 'description'),
    message,
  })),
});

/** Sends the whole product, as the contract requires, with the version that was edited. */
export async function updateProduct(base: Product, edits: ProductUpdate): Promise<UpdateOutcome> {
  const reply = await api.updateProduct(base._id, { ...base, ...edits, category: null });
  if (!reply.ok && reply.code === 'variants_lost') {
    const agreed = await ask(stockMessages.lost(reply.message));
    return agreed ? updateProduct(base, { ...edits, dropVariants: true }) : unsaved;
  }
  if (!reply.ok && reply.code === 'changed_meanwhile') {
    const now = await api.product(base._id).fetch();
    // The list shows their version too.
    revalidate(...paths);
    if (now.ok) return { ...unsaved, theirs: now.product };
  }
  if (reply.ok ? !reply.message : reply.code === 'not_understood') {
    toastError(texts.updateFailed);
    return unsaved;
  }
  if (!reply.ok) {
    toastError(texts.updateThrew, toastTimes.success);
    return ofTheForm(reply);
  }
  toastSuccess(texts.updated);
  write(api.product(base._id), { product: reply.product });
  revalidate(...paths);
  return { ok: true, saved: reply.product };
}

export const saveProductImage = (id: string, picture: FormData) =>
  change(api.addProductImage(id, picture), paths, {
    done: messages.images.added,
    failed: messages.images.addFailed,
  });

export const removeProduct = (id: string) =>
  remove(api.deleteProduct(id), {
    ids: [id],
    list: products,
    paths,
    failed: texts.removeFailed,
    done: () => texts.removed,
  });

/** The server's message, if any. */
const failed = ({ status, message }: { readonly status: number; readonly message: string }) =>
  status === 404 || status === 409 ? message : texts.updateFailed;

/** A bulk change of products: all or none. */
export const changeProducts = (body: ProductBulk) =>
  change(api.changeProducts(body), paths, { done: texts.updated, failed });

type Prices = Extract<ProductBulk, { action: 'prices' }>['prices'];

/** Previews a price change; shows a toast on failure. */
export async function previewPrices(body: PricePreview) {
  const reply = await api.previewPrices(body);
  if (!reply.ok && reply.issues.length === 0) toastError(failed(reply));
  return reply;
}

/** Applies previewed prices, and offers to undo it. */
export async function changePrices(prices: Prices): Promise<Outcome> {
  const set = (to: Prices, done?: string) =>
    change(api.changeProducts({ action: 'prices', prices: to }), paths, {
      failed,
      ...(done && { done }),
    });
  const reply = await set(prices);
  if (!reply.ok) return reply;
  const before = prices.map((it) => ({ ...it, price: it.newPrice, newPrice: it.price }));
  toastSuccess(texts.updated, {
    label: messages.trash.undo,
    run: async () => void (await set(before, texts.updated)),
  });
  return reply;
}

export const removeProducts = (ids: readonly string[]) =>
  remove(api.changeProducts({ action: 'delete', ids: [...ids] }), {
    ids,
    list: products,
    paths,
    failed,
    done: ({ message }) => message,
  });

/** Navigates to the list after saving; `onProgress` reports the uploaded share of the pictures, from 0 to 1. */
export async function createProduct(
  form: FormData,
  onProgress: (share: number) => void,
): Promise<Outcome> {
  const reply = await api.createProduct(form, onProgress);
  if (reply.ok && reply.message === texts.createdAnswer) {
    settleAll();
    moveWithToast(routes.products(), 'success', texts.created);
    return reply;
  }
  toastError(texts.createFailed);
  return reply.ok ? unsaved : ofTheForm(reply);
}
