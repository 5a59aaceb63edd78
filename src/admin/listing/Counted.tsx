import type { Page } from '../../api/page.ts';
import { formatCount } from '../../ui/format.ts';

/** A formatted number, with a plus (announced as "at least") if counting stopped. */
export function Counted({ total, totalIsLeast }: Omit<Page<unknown>, 'rows'>) {
  const number = formatCount(total);
  if (!totalIsLeast) return number;
  return (
    <>
      <span aria-hidden="true">{number}+</span>
      <span className="visually-hidden">at least {number}</span>
    </>
  );
}
