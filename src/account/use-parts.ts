import { useEffect, useEffectEvent, useState } from 'react';
import type { Resource } from '../api/client.ts';
import { toastError } from '../stores/toasts.ts';
import { useGrowingList } from '../ui/use-growing-list.ts';

interface Listing<Part, Item> {
  readonly itemsOf: (part: Part) => readonly Item[];
  /** The part after the nth one; null if that is the last. */
  readonly after: (part: Part, n: number) => Resource<Part> | null;
}

/** A list that is loaded part by part. When the first part was loaded again, so are the others. */
export function useParts<Part, Item>(first: Part, { itemsOf, after }: Listing<Part, Item>) {
  const [later, setLater] = useState<readonly Part[]>([]);
  const items = [first, ...later].flatMap(itemsOf);
  const { list, willGrow } = useGrowingList(items);
  const next = after(later.at(-1) ?? first, later.length + 1);

  const showMore =
    next &&
    (async (): Promise<void> => {
      const reply = await next.fetch();
      if (!reply.ok) return toastError(reply.message);
      willGrow();
      setLater((parts) => [...parts, reply]);
    });

  const readAgain = useEffectEvent(async (): Promise<void> => {
    const read: Part[] = [];
    while (read.length < later.length) {
      const reply = await after(read.at(-1) ?? first, read.length + 1)?.fetch();
      if (!reply) break;
      if (!reply.ok) return;
      read.push(reply);
    }
    setLater((parts) => (parts === later ? read : parts));
  });
  useEffect(() => void readAgain(), [first]);

  return { items, list, showMore };
}
