import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useState } from 'react';
import * as api from '../../api/admin-products.ts';
import { write } from '../../api/query.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';

/** One file that is being uploaded. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** The colour of the picture; empty for none. */
  readonly colour: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Why the upload failed; null while it is running. */
  readonly failure: string | null;
  /** It is not a valid picture: it was not sent, and a retry would not help. */
  readonly refused: boolean;
}

const failedText = messages.products.updateFailed;
let last = 0;

/** The pictures of a product: uploads several in sequence, orders and removes them. */
export function useProductPictures(product: DetailedProduct) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  /** The picture whose colour was chosen last. */
  const [recoloured, setRecoloured] = useState('');
  const show = (changed: DetailedProduct) => write(api.product(product._id), { product: changed });
  const change = (id: number, values: Partial<Upload>) =>
    setUploads((all) => all.map((it) => (it.id === id ? { ...it, ...values } : it)));
  const forget = (id: number) => setUploads((all) => all.filter((it) => it.id !== id));

  async function send({ id, file, colour: shown }: Upload): Promise<boolean> {
    const body = new FormData();
    body.set('image', file);
    body.set('color', shown);
    change(id, { share: 0, failure: null });
    const reply = await api.addProductImage(product._id, body, (share) => change(id, { share }));
    if (reply.ok) {
      forget(id);
      show(reply.product);
    } else change(id, { failure: reply.issues[0]?.message ?? reply.message });
    return reply.ok;
  }

  /** In sequence: pictures appear as they arrive, in the chosen order. */
  async function add(files: readonly File[], shown: string): Promise<void> {
    const most = limits.images.perProduct - product.images.length;
    // Loaded once it is needed, to keep the screen small.
    const checks = await import('../forms/picture-files.ts').catch(() => null);
    if (!checks) return toastError(messages.images.addFailed);
    const found = files.slice(0, Math.max(most, 0)).map(async (it): Promise<Upload> => {
      last += 1;
      const id = last;
      const file = await checks.fitPicture(it);
      const failure = await checks.problemOf(file);
      return { id, file, colour: shown, share: 0, failure, refused: failure !== null };
    });
    if (found.length < files.length) toastError(messages.images.tooMany(limits.images.perProduct));
    const chosen = await Promise.all(found);
    setUploads((all) => [...all, ...chosen]);
    const good = chosen.filter((it) => !it.refused);
    let added = 0;
    for (const upload of good) if (await send(upload)) added += 1;
    if (added > 0) toastSuccess(messages.images.added);
    if (added < good.length) toastError(messages.images.addFailed);
  }

  async function arrange(images: readonly string[]): Promise<boolean> {
    const before = product;
    show({ ...product, images: [...images] });
    const reply = await api.arrangeProductImages(product._id, {
      images: [...images],
      updatedAt: product.updatedAt,
    });
    if (reply.ok) show(reply.product);
    else {
      show(before);
      toastError(reply.status === 409 ? reply.message : failedText);
    }
    return reply.ok;
  }

  /** The URL contains the colour, so it changes. Pictures do not wait for each other. */
  async function colour(image: string, shown: string): Promise<void> {
    const place = product.images.indexOf(image);
    const reply = await api.colorProductImage(product._id, { image, color: shown || null });
    if (!reply.ok) return toastError(reply.status === 409 ? reply.message : failedText);
    show(reply.product);
    setRecoloured(reply.product.images[place] ?? '');
  }

  return { uploads, add, retry: send, forget, arrange, colour, recoloured } as const;
}
