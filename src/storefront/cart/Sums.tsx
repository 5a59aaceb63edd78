import type { SumRow } from '#shared/domain/order-sums.ts';
import style from './Summary.module.css';

interface SumsProps {
  rows: readonly SumRow[];
  total: string;
  /** A note below the total, or empty. */
  note: string;
  /** Whether changes of the total are announced to screen readers. */
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
