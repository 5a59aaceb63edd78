import type { ReactNode } from 'react';
import { formatPrice } from '#shared/domain/money.ts';
import { choiceOf, linePicture } from '../../ui/line-choice.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import summary from '../cart/Summary.module.css';
import style from './SummaryLine.module.css';

interface SummaryLineProps {
  title: string;
  line: Parameters<typeof linePicture>[0] &
    Parameters<typeof choiceOf>[0] & { readonly quantity: number };
  /** Empty for shoppers who do not buy for a company. */
  sku: string;
  /** Of all its pieces, in the shop's currency. */
  total: number;
  /** Whether `children` ask for size and color. */
  asksChoice?: boolean;
  children?: ReactNode;
}

/** A line of an order summary: picture, title, choice and total. */
export function SummaryLine(props: SummaryLineProps) {
  const { title, line, sku, total, asksChoice = false, children } = props;
  const picture = linePicture(line);
  return (
    <li className={style.line}>
      <span className={style.picture}>
        {picture && <img src={pictureUrl(picture, 160)} alt="" width="64" height="80" />}
      </span>
      <div className={style.about}>
        {title} <span className={summary.times}>× {line.quantity}</span>
        {!asksChoice && choiceOf(line) && <small>{choiceOf(line)}</small>}
        {sku && <small>SKU {sku}</small>}
        {children}
      </div>
      <span className="price">{formatPrice(total)}</span>
    </li>
  );
}
