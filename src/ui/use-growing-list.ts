import { useEffect, useRef, type RefObject } from 'react';

interface GrowingList {
  /** Of the list, whose items take `tabIndex={-1}`. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** To be called before items are added at the end. */
  readonly willGrow: () => void;
}

/** A list that is shown part by part: the first of what came takes the focus, so that one reads on from there. */
export function useGrowingList(items: readonly unknown[]): GrowingList {
  const list = useRef<HTMLUListElement>(null);
  const from = useRef<number>(undefined);

  useEffect(() => {
    if (from.current === undefined || from.current >= items.length) return;
    const first = list.current?.children[from.current];
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    from.current = undefined;
  }, [items]);

  return { list, willGrow: () => void (from.current = items.length) };
}
