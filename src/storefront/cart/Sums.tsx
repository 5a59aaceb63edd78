import type { SumRow } from '#shared/domain/order-sums.ts';
import style from './Summary.module.css';

interface SumsProps {
  rows: readonly SumRow[];
  total: string;
  /** What stands below the total; empty when nothing does. */
  note: string;
  /** Whether screen readers are told of a total that changes. */
  live?: boolean;
}

/** The rows between the lines and the total, and the total. */
export function Sums({ rows, total, note, live = false }: SumsProps) {
  return (
    <>
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name} className={style.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={`${style.row} ${style.total}`}>
          <dt>Total</dt>
          <dd aria-live={live ? 'polite' : undefined}>{total}</dd>
        </div>
      </dl>
      {note && <p className={style.fact}>{note}</p>}
    </>
  );
}
