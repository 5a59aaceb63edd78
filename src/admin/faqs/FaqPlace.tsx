import type { FaqRow } from '#shared/schemas/faqs.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { moveFaq } from './faqs.ts';

interface FaqPlaceProps {
  readonly faq: FaqRow;
  /** The last place; null where questions cannot be moved. */
  readonly last: number | null;
  /** Describes the buttons to those who do not see the row. */
  readonly describedBy: string;
}

/** Where a question stands on the page, with the arrows that move it. */
export function FaqPlace({ faq, last, describedBy }: FaqPlaceProps) {
  return (
    <span className="faq-place">
      {faq.place}
      {last !== null &&
        ([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            className="icon-button"
            aria-label={by < 0 ? 'Move up' : 'Move down'}
            aria-describedby={describedBy}
            disabled={by < 0 ? faq.place === 1 : faq.place >= last}
            onClick={() => void moveFaq(faq._id, by)}
          >
            {by < 0 ? <ArrowUp aria-hidden size={18} /> : <ArrowDown aria-hidden size={18} />}
          </button>
        ))}
    </span>
  );
}
