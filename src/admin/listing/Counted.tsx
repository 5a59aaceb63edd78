import type { PageOfRows } from './paged-list.ts';

const count = new Intl.NumberFormat('en-US');

/** A number with its thousands; where counting stopped a plus, read out as "at least". */
export function Counted({
  total,
  totalIsLeast,
}: Pick<PageOfRows<never>, 'total' | 'totalIsLeast'>) {
  const number = count.format(total);
  if (!totalIsLeast) return number;
  return (
    <>
      <span aria-hidden="true">{number}+</span>
      <span className="visually-hidden">at least {number}</span>
    </>
  );
}
