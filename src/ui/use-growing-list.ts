import { useEffect, useRef, type RefObject } from 'react';

interface GrowingList {
  /** The ref of the list, whose items need `tabIndex={-1}`. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** Call this before appending items. */
  readonly willGrow: () => void;
}

/** A list that grows: focuses the first new item, so that reading continues there. */
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
